import { command, run } from './child.ts'
import { playwright } from './playwright.ts'
import { type Verdict, verdict } from './verdict.ts'
import { vitest } from './vitest.ts'

/** A part of `npm test`. `needs` names a support file that, run as a script, finds or installs what it needs. */
export interface Stage {
  needs?: string
  run(): Promise<Verdict>
}

/** What the guard leaves to `npm run proof`. */
const GUARD = '!proof'

/** The guard: what `npm test` runs, in this order. */
export const stages: Record<string, Stage> = {
  types: { run: () => check('types', checkTypes) },
  lint: { run: () => check('lint', checkForm('.')) },
  resources: { run: () => vitest('resources', { projects: ['resources'], tags: GUARD }) },
  api: { run: () => vitest('api', { projects: ['api'], tags: GUARD }) },
  mariadb: { needs: 'tests/support/mariadb.ts', run: () => mariadb('mariadb', `(sql or locks) and ${GUARD}`) },
  journeys: { needs: 'tests/support/browser.ts', run: () => playwright('journeys', { projects: ['journeys'] }) },
  accessibility: {
    needs: 'tests/support/browser.ts',
    run: () => playwright('accessibility', { projects: ['accessibility'] }),
  },
}

/** The API tests on MariaDB, those that have the tags, or with none all of them. */
export async function mariadb(stage: string, tags?: string): Promise<Verdict> {
  return vitest(stage, { projects: ['api'], ...(tags && { tags }), env: { TEST_DATABASE: 'mariadb' } })
}

/** Runs a command of ours or of a package that says by its exit code whether all is well, and prints why not. */
export async function check(stage: string, args: readonly string[], minutes?: number): Promise<Verdict> {
  const { code, cpuSeconds } = await run(args, {}, minutes)
  if (code === 0) return verdict({ passed: 1, cpuSeconds })
  const failures = [{ stage, file: args[0]!, test: 'ended with an error', reason: 'see what it printed' }]
  return verdict({ failed: 1, failures, cpuSeconds })
}

/** The arguments that check types, and the form of files. */
export const checkTypes = [command('typescript', 'bin/tsc'), '-p', '.']
export const checkForm = (...files: string[]) => [command('@biomejs/biome', 'bin/biome'), 'check', ...files]
