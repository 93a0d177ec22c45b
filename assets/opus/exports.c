#include "opus.h"

/* opus_encoder_ctl takes what a request is about by its own count of arguments, which JavaScript can't. */

int earshot_encoder_set(OpusEncoder *encoder, int request, int value) { return opus_encoder_ctl(encoder, request, value); }

/* The value, or an error below 0: none of what is asked for can be negative. */
int earshot_encoder_get(OpusEncoder *encoder, int request) {
  opus_int32 value = 0;
  int code = opus_encoder_ctl(encoder, request, &value);
  return code < 0 ? code : value;
}
