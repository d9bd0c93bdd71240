import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A temporary folder for the files of a portal. */
export function temporaryHome() {
  const path = mkdtempSync(join(tmpdir(), 'bilty-home-'))
  mkdirSync(join(path, 'files'))
  const pathOf = (key: string) => join(path, 'files', key)
  return {
    path,
    pathOf,
    /** Creates a file; returns its storage key. */
    file() {
      const key = randomBytes(16).toString('hex')
      writeFileSync(pathOf(key), 'code\n')
      return key
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
