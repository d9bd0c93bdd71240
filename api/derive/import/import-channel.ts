import type { Progress } from './job.ts'

/** Connects a running import to the portal: the portal stops it, and it reports its progress. */
export interface ImportChannel {
  /** The process that runs the import: only it goes on from what it has checked itself. */
  process?: string
  /** Returns 0 to continue, 1 when a person cancelled the import, 2 when the portal is closing. */
  told: () => number
  onProgress: (progress: Progress) => void
}

/** Thrown when a person cancels the import or the portal closes. */
export class ImportStopped extends Error {
  readonly byPerson: boolean
  constructor(byPerson: boolean) {
    super('The import was stopped')
    this.byPerson = byPerson
  }
}

/** Returns a function that counts finished rows and reports them. It throws Stopped when the import is to stop. */
export function progressCounter(line: ImportChannel, rowsTotal: number): (count: number) => void {
  const progress = { rowsTotal, rowsDone: 0 }
  return count => {
    progress.rowsDone += count
    line.onProgress({ ...progress })
    const signal = line.told()
    if (signal !== 0) throw new ImportStopped(signal === 1)
  }
}
