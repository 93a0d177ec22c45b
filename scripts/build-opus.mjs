// npm run build:opus -- FOLDER: compiles libopus, whose source release (by Xiph) is in FOLDER, for assets/opus. The
// compiler, Zig's clang, is not a dependency: it is fetched with pip.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inProject } from './lib/project.mjs';

const RELEASE = '1.6.1';
const COMPILER = 'ziglang==0.17.1';
const TARGET = ['-target', 'wasm32-wasi', '-mexec-model=reactor', '-msimd128'];
const CPU = ['-mcpu=generic+bulk_memory+simd128+sign_ext+nontrapping_fptoint'];
const DEFINED = ['OPUS_BUILD', 'VAR_ARRAYS=1', 'HAVE_LRINT', 'HAVE_LRINTF', 'FLOAT_APPROX', 'NDEBUG'];
const EXPORTED = [
  ...['malloc', 'free', 'opus_decoder_get_size', 'opus_decoder_init', 'opus_decode'],
  ...[
    'opus_encoder_get_size',
    'opus_encoder_init',
    'opus_encode',
    'earshot_encoder_set',
    'earshot_encoder_get',
  ],
];
/** Multi-channel streams, and files that simd.h replaces. */
const LEFT_OUT =
  /multistream|projection|mapping_matrix|float\/(autocorrelation|inner_product|energy)_FLP\.c$/;

const [folder] = process.argv.slice(2);
if (!folder)
  throw new Error(`Say in which folder the source of libopus ${RELEASE} lies: npm run build:opus -- FOLDER`);
const source = path.resolve(folder);
const release = /PACKAGE_VERSION="(.*)"/.exec(
  readFileSync(path.join(source, 'package_version'), 'utf8'),
)?.[1];
if (release !== RELEASE) throw new Error(`That is libopus ${release}; assets/opus is made of ${RELEASE}`);

const scratch = mkdtempSync(path.join(os.tmpdir(), 'earshot-opus-'));
/**
 * @param {string} program
 * @param {readonly string[]} its arguments
 * @param {Record<string, string>} [env]
 */
const run = (program, its, env = {}) =>
  execFileSync(program, its, { cwd: scratch, stdio: 'inherit', env: { ...process.env, ...env } });
try {
  run('python3', ['-m', 'pip', 'install', '--quiet', '--no-deps', '--target', scratch, COMPILER]);
  const ours = (/** @type {string} */ name) => inProject('assets', 'opus', name);
  const included = ['', 'include', 'celt', 'silk', 'silk/float'].map(
    (room) => `-I${path.join(source, room)}`,
  );
  const options = [
    ...[
      'cc',
      ...TARGET,
      ...CPU,
      '-O2',
      '-Wno-macro-redefined',
      '-Wl,--strip-all',
      '-Wl,-z,stack-size=524288',
    ],
    ...EXPORTED.map((name) => `-Wl,--export=${name}`),
    ...DEFINED.map((name) => `-D${name}`),
    ...[...included, `-I${ours('')}`, '-include', 'simd.h'],
    ...[...sourceFiles(), ours('exports.c'), '-o', path.join(scratch, 'opus.wasm')],
  ];
  run('python3', ['-m', 'ziglang', ...options], { PYTHONPATH: scratch });
  run('install', ['-m', '644', path.join(scratch, 'opus.wasm'), ours('opus.wasm')]);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** The files that libopus's makefiles list for a floating-point encoder and decoder. */
function sourceFiles() {
  const of = {
    celt: ['CELT_SOURCES'],
    silk: ['SILK_SOURCES', 'SILK_SOURCES_FLOAT'],
    opus: ['OPUS_SOURCES', 'OPUS_SOURCES_FLOAT'],
  };
  return Object.entries(of)
    .flatMap(([room, names]) => {
      const makefile = readFileSync(path.join(source, `${room}_sources.mk`), 'utf8').replaceAll('\\\n', ' ');
      const lists = new Map(
        [...makefile.matchAll(/^(\w+)\s*\+?=(.*)$/gm)].map(([, name, files = '']) => [name, files.trim()]),
      );
      return names.flatMap((name) => {
        const files = lists.get(name);
        if (files === undefined) throw new Error(`${room}_sources.mk has no ${name}`);
        return files.split(/\s+/);
      });
    })
    .filter((file) => !LEFT_OUT.test(file))
    .map((file) => path.join(source, file));
}
