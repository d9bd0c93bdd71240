import type { Progress } from './import/job.ts'

/** What the portal tells a running import, and what it is told. */
export interface Line {
  /** 0 go on, 1 cancelled by a person, 2 the portal is closing. */
  told: () => number
  onProgress: (progress: Progress) => void
}

/** A person gave the import up, or the portal closes. */
export class Stopped extends Error {
  readonly byPerson: boolean
  constructor(byPerson: boolean) {
    super('The import was stopped')
    this.byPerson = byPerson
  }
}

/** Counts rows on a line and stops where the portal or a person says so. */
export function counting(line: Line, rowsTotal: number): (count: number) => void {
  const progress = { rowsTotal, rowsDone: 0 }
  return count => {
    progress.rowsDone += count
    line.onProgress({ ...progress })
    const told = line.told()
    if (told !== 0) throw new Stopped(told === 1)
  }
}
