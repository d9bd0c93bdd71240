import { fromDatabase } from '../../platform/errors.ts'

const MAX_TRIES = 3

/** Whether somebody changed one of the rows in between. */
export const isConflict = (error: unknown): boolean => (fromDatabase(error) as { code?: unknown }).code === 409

/** Reads and saves; reads again when somebody changed one of the rows in between. Throws after three attempts. */
export async function retryOnConflict<Run>(read: () => Promise<Run>, save: (run: Run) => Promise<void>): Promise<Run> {
  for (let tries = 1; ; tries++) {
    const run = await read()
    try {
      await save(run)
      return run
    } catch (error) {
      if (!isConflict(error) || tries >= MAX_TRIES) throw error
    }
  }
}
