/*
 * All recognisers of one instance share what they only read of the acoustic model: 6.6 MB that each would otherwise have as a copy
 * of its own. The linker puts these functions in the place of PocketSphinx's (`--wrap`). There is one model, so its first
 * reading serves for all; it stays until the instance goes.
 */
#include <sphinxbase/logmath.h>
#include <sphinxbase/mmio.h>
#include <string.h>
#include "bin_mdef.h"
#include "ms_gauden.h"

/* Tables of logarithms differ in two ways: the base is always the same. */
#define TABLES 4

bin_mdef_t *__real_bin_mdef_read(cmd_ln_t *config, const char *file);
gauden_t *__real_gauden_init(char const *means, char const *variances, float32 floor, logmath_t *lmath);
logmath_t *__real_logmath_init(float64 base, int shift, int use_table);
mmio_file_t *__real_mmio_file_read(const char *file);
void __real_mmio_file_unmap(mmio_file_t *file);
void __real_gauden_free(gauden_t *gauden);

static bin_mdef_t *phones;
static gauden_t *densities;
static mmio_file_t *weights;

bin_mdef_t *__wrap_bin_mdef_read(cmd_ln_t *config, const char *file) {
  if (phones == NULL) phones = __real_bin_mdef_read(config, file);
  return phones ? bin_mdef_retain(phones) : NULL;
}

gauden_t *__wrap_gauden_init(char const *means, char const *variances, float32 floor, logmath_t *lmath) {
  if (densities == NULL) densities = __real_gauden_init(means, variances, floor, logmath_retain(lmath));
  return densities;
}

void __wrap_gauden_free(gauden_t *gauden) {
  if (gauden != densities) __real_gauden_free(gauden);
}

/* The weights of the mixtures are the only file that is mapped once the phones have been read. */
mmio_file_t *__wrap_mmio_file_read(const char *file) {
  const char *name = strrchr(file, '/');

  if (strcmp(name ? name + 1 : file, "sendump") != 0) return __real_mmio_file_read(file);
  if (weights == NULL) weights = __real_mmio_file_read(file);
  return weights;
}

void __wrap_mmio_file_unmap(mmio_file_t *file) {
  if (file != weights) __real_mmio_file_unmap(file);
}

logmath_t *__wrap_logmath_init(float64 base, int shift, int use_table) {
  static struct {
    logmath_t *lmath;
    float64 base;
    int shift;
    int use_table;
  } tables[TABLES];

  for (int at = 0; at < TABLES; at++) {
    if (tables[at].lmath == NULL) {
      tables[at].lmath = __real_logmath_init(base, shift, use_table);
      tables[at].base = base;
      tables[at].shift = shift;
      tables[at].use_table = use_table;
    } else if (tables[at].base != base || tables[at].shift != shift || tables[at].use_table != use_table) {
      continue;
    }
    return tables[at].lmath ? logmath_retain(tables[at].lmath) : NULL;
  }
  return __real_logmath_init(base, shift, use_table);
}
