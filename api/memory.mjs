/**
 * How the portal is started, so that it stays below 300 MB. The C library otherwise keeps an arena for every thread, of
 * which SQLite, the hashing of passwords and compression leave much unused; and V8 lets its heap grow by what the machine
 * has, long before it collects. `MALLOC_*` and `NODE_OPTIONS` of the environment go before.
 */
export const memorySettings = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
}

/** In MB: the space of young objects, and the most that the heap of one thread may hold. */
export const memoryFlags = ['--max-semi-space-size=8', '--max-old-space-size=400']
