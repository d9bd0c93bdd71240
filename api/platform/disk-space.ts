import { statfs } from 'node:fs/promises'
import { isDiskFull } from './errors.ts'

/** How long a refused write counts, and how little free space is as bad as none, in bytes. */
const COUNTS_MS = 60_000
const LEAST = 4 * 1024 * 1024

let refusedAt = Number.NEGATIVE_INFINITY

/** Notes an error that says that a disk is full. */
export function noteDiskFull(error: unknown): void {
  if (isDiskFull(error)) refusedAt = performance.now()
}

/** Whether a write was refused in the last minute for want of space, or the disk of this folder has next to none. */
export async function lacksSpace(folder: string): Promise<boolean> {
  if (performance.now() - refusedAt < COUNTS_MS) return true
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < LEAST
  } catch {
    return false
  }
}
