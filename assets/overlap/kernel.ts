/**
 * A layer of the network that judges voices over the agent's, in AssemblyScript, in 32-bit floats, four at once: a matrix
 * times a vector. Whoever loads it decides where in its memory everything lies (`overlap-kernel.ts`).
 *
 * `npm run build:overlap` makes kernel.wasm of it.
 */

const FLOAT: usize = 4;
const VECTOR: usize = 16;

/** What each of four vectors comes to. */
function sumsOf(one: v128, two: v128, three: v128, four: v128): v128 {
  const low = f32x4.add(v128.shuffle<f32>(one, two, 0, 4, 1, 5), v128.shuffle<f32>(one, two, 2, 6, 3, 7));
  const high = f32x4.add(
    v128.shuffle<f32>(three, four, 0, 4, 1, 5),
    v128.shuffle<f32>(three, four, 2, 6, 3, 7),
  );
  return f32x4.add(v128.shuffle<f32>(low, high, 0, 1, 4, 5), v128.shuffle<f32>(low, high, 2, 3, 6, 7));
}

/**
 * Each row of the weights times the input, and its bias. Rows and columns are multiples of four; all lie at multiples of
 * 16 bytes.
 * @param rectified Without what is negative.
 */
export function run(
  weights: usize,
  bias: usize,
  input: usize,
  output: usize,
  rows: i32,
  columns: i32,
  rectified: bool,
): void {
  const row = <usize>columns * FLOAT;
  const end = input + row;
  for (let done = 0; done < rows; done += 4) {
    let one = f32x4.splat(0);
    let two = f32x4.splat(0);
    let three = f32x4.splat(0);
    let four = f32x4.splat(0);
    for (let at = input; at < end; at += VECTOR) {
      const values = v128.load(at);
      one = f32x4.add(one, f32x4.mul(values, v128.load(weights)));
      two = f32x4.add(two, f32x4.mul(values, v128.load(weights + row)));
      three = f32x4.add(three, f32x4.mul(values, v128.load(weights + 2 * row)));
      four = f32x4.add(four, f32x4.mul(values, v128.load(weights + 3 * row)));
      weights += VECTOR;
    }
    weights += 3 * row;
    let sums = f32x4.add(sumsOf(one, two, three, four), v128.load(bias));
    if (rectified) sums = f32x4.max(sums, f32x4.splat(0));
    v128.store(output, sums);
    bias += VECTOR;
    output += VECTOR;
  }
}
