import { statfs } from 'node:fs/promises'

/** How little free space is as bad as none, in bytes. */
const LEAST = 4 * 1024 * 1024

/** Whether the disk of this folder has next to no space. */
export async function lacksSpace(folder: string): Promise<boolean> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < LEAST
  } catch {
    return false
  }
}
