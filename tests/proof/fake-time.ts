import { globSync } from 'node:fs'
import { installSystemPackage } from '../support/install-package.ts'

const places = '/usr/lib/{,*/}faketime/libfaketime.so.1'

/** The environment in which a child has another day, such as '+130d', from libfaketime. */
export function fakeTime(offset: string): Record<string, string> {
  return { FAKETIME: offset, FAKETIME_DONT_FAKE_MONOTONIC: '1', LD_PRELOAD: library() ?? '' }
}

function library(): string | undefined {
  return globSync(places)[0]
}

if (import.meta.main && !library() && !(installSystemPackage('libfaketime') && library())) {
  console.error('libfaketime was not found and could not be installed: install it to try another day.')
  process.exitCode = 3
}
