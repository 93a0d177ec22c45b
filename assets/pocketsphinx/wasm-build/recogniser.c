/*
 * The few functions that Earshot calls in PocketSphinx: one recogniser, one utterance at a time, words with their scores out.
 * Texts go in and out as NUL-terminated strings in the module's own memory.
 */
#include <pocketsphinx.h>
#include <sphinxbase/cmn.h>
#include <sphinxbase/err.h>
#include <sphinxbase/feat.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ARGUMENTS 64
#define HYPOTHESIS_BYTES 65536

#define EXPORTED(name) __attribute__((export_name(name)))

static char hypothesis[HYPOTHESIS_BYTES];

EXPORTED("allocate") void *allocate(size_t bytes) { return malloc(bytes); }

EXPORTED("release") void release(void *memory) { free(memory); }

/* Makes a recogniser of PocketSphinx's own options, one a line: "-hmm\nmodel\n-dict\nwords.dict". NULL when they don't work. */
EXPORTED("recogniser_create") ps_decoder_t *recogniser_create(char *options) {
  char *arguments[MAX_ARGUMENTS];
  int count = 0;
  cmd_ln_t *config;
  ps_decoder_t *decoder;

  arguments[count++] = "recogniser";
  for (char *option = strtok(options, "\n"); option && count < MAX_ARGUMENTS - 1; option = strtok(NULL, "\n"))
    arguments[count++] = option;
  arguments[count] = NULL;

  err_set_logfp(NULL);
  config = cmd_ln_parse_r(NULL, ps_args(), count, arguments, TRUE);
  if (config == NULL) return NULL;
  decoder = ps_init(config);
  cmd_ln_free_r(config);
  return decoder;
}

EXPORTED("recogniser_free") void recogniser_free(ps_decoder_t *decoder) { ps_free(decoder); }

/* How many numbers describe a voice and its line (the mean of the cepstrum). */
EXPORTED("recogniser_voice_length") int recogniser_voice_length(ps_decoder_t *decoder) {
  cmn_t *cmn = ps_get_feat(decoder)->cmn_struct;
  return cmn ? cmn->veclen : 0;
}

/* Copies what was learned of the voice so far. */
EXPORTED("recogniser_get_voice") void recogniser_get_voice(ps_decoder_t *decoder, float *voice) {
  cmn_t *cmn = ps_get_feat(decoder)->cmn_struct;
  if (cmn) memcpy(voice, cmn->cmn_mean, cmn->veclen * sizeof(float));
}

/* Begins an utterance of a voice, so that nothing of another caller's is left in the recogniser. */
EXPORTED("recogniser_start") int recogniser_start(ps_decoder_t *decoder, float *voice) {
  cmn_t *cmn = ps_get_feat(decoder)->cmn_struct;
  if (cmn && voice) cmn_live_set(cmn, voice);
  ps_start_stream(decoder);
  return ps_start_utt(decoder);
}

EXPORTED("recogniser_feed") int recogniser_feed(ps_decoder_t *decoder, short *samples, int count) {
  return ps_process_raw(decoder, samples, count, FALSE, FALSE);
}

EXPORTED("recogniser_end") int recogniser_end(ps_decoder_t *decoder) { return ps_end_utt(decoder); }

/*
 * The best words so far, one a line: "word first-frame last-frame acoustic-score language-score". A frame is 10 ms; scores are
 * logarithms to the base that PocketSphinx uses (1.0001).
 */
EXPORTED("recogniser_hypothesis") const char *recogniser_hypothesis(ps_decoder_t *decoder) {
  size_t used = 0;

  hypothesis[0] = '\0';
  for (ps_seg_t *segment = ps_seg_iter(decoder); segment; segment = ps_seg_next(segment)) {
    int first, last, acoustic, language, back_off;
    size_t room = HYPOTHESIS_BYTES - used;
    int written;

    ps_seg_frames(segment, &first, &last);
    ps_seg_prob(segment, &acoustic, &language, &back_off);
    written = snprintf(hypothesis + used, room, "%s %d %d %d %d\n", ps_seg_word(segment), first, last, acoustic, language);
    if (written < 0 || (size_t)written >= room) {
      hypothesis[used] = '\0';
      ps_seg_free(segment);
      break;
    }
    used += written;
  }
  return hypothesis;
}

/* SphinxBase can read compressed files through other programs; there are none here. */
FILE *popen(const char *command, const char *mode) { return NULL; }
int pclose(FILE *stream) { return -1; }
