import { mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../../api/platform/config.ts'
import { checkShapes } from '../support/shapes/kept-shapes.ts'
import { taggedFiles } from '../support/shapes/tagged.ts'
import { command, run } from './child.ts'
import { playwright } from './playwright.ts'
import { failure, reports, type Verdict, verdict } from './verdict.ts'
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
  mariadb: {
    needs: 'tests/support/databases/mariadb.ts',
    run: () => mariadb('mariadb', `(sql or locks) and ${GUARD}`, checkShapes),
  },
  journeys: { needs: 'tests/support/browser.ts', run: () => playwright('journeys', {}) },
  accessibility: {
    needs: 'tests/support/browser.ts',
    // What was written down stays as it is at a second try.
    run: () =>
      playwright('accessibility', { config: 'tests/accessibility/playwright.config.ts', again: false, dots: true }),
  },
}

/**
 * API tests on MariaDB: those of the guard are the tagged ones, without which Vitest would load all files. `judge` says
 * what is wrong with the shapes of SQL that were sent, or null.
 */
export async function mariadb(stage: string, tags: string | undefined, judge: (folder: string) => string | null) {
  const folder = join(reports, 'shapes')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const found = await vitest(stage, {
    projects: ['api'],
    ...(tags && { tags, files: taggedFiles('sql', 'locks') }),
    env: { TEST_DATABASE: 'mariadb', SHAPES_FOLDER: folder },
  })
  const wrong = found.failed === 0 ? judge(folder) : null
  if (!wrong) return { ...found, passed: found.passed + 1 }
  const failures = [...found.failures, failure(stage, 'tests/support/shapes/shapes.json', 'shapes of SQL', wrong)]
  return { ...found, failed: 1, failures }
}

/** Runs a command of ours or of a package that says by its exit code whether all is well, and prints why not. */
export async function check(stage: string, args: readonly string[]): Promise<Verdict> {
  const { code, cpuSeconds } = await run(args)
  if (code === 0) return verdict({ passed: 1, cpuSeconds })
  const failures = [
    { stage, file: relative(root, args[0]!), test: 'ended with an error', reason: 'see what it printed' },
  ]
  return verdict({ failed: 1, failures, cpuSeconds })
}

/** The arguments that check types, and the form of files. */
export const checkTypes = [command('typescript', 'bin/tsc'), '-p', '.']
export const checkForm = (...files: string[]) => [command('@biomejs/biome', 'bin/biome'), 'check', ...files]
