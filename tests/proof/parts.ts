import { join } from 'node:path'
import { root } from '../../api/platform/config.ts'
import { playwright } from '../run/playwright.ts'
import { calledFolder, keepMap } from '../run/source-map.ts'
import { check, mariadb, type Stage } from '../run/stages.ts'
import { vitest } from '../run/vitest.ts'
import { keepShapes } from '../support/shapes/kept-shapes.ts'
import { fakeTime } from './fake-time.ts'

const BROWSER = 'tests/support/browser.ts'
const MARIADB = 'tests/support/databases/mariadb.ts'

type Part = Stage & { about: string }

/** What the guard leaves out, by parts that can be run alone: each within an hour on two cores. */
export const parts: Record<string, Part> = {
  rules: {
    about: 'Every rule, and each property ten times as often.',
    run: () => vitest('proof-rules', { projects: ['resources'] }),
  },
  api: {
    about: 'Every API file on SQLite, hostile files, kills and whole matrices included, in an order by the seed.',
    async run() {
      const found = await vitest('proof-api', {
        projects: ['api'],
        flags: ['--sequence.shuffle.files', `--sequence.seed=${process.env.TEST_SEED}`],
        env: { SOURCES_FOLDER: calledFolder },
      })
      keepMap()
      return found
    },
  },
  mariadb: {
    needs: MARIADB,
    about: 'Every API file on MariaDB.',
    run: () => mariadb('proof-mariadb', undefined, keepShapes),
  },
  'another-day': {
    needs: 'tests/proof/fake-time.ts',
    about: 'The API of the guard on SQLite, 130 days from now.',
    run: () => vitest('proof-another-day', { projects: ['api'], tags: '!proof', env: fakeTime('+130d') }),
  },
  screens: {
    needs: BROWSER,
    about: 'Every screen and home page as every role, and the rows of every kind of grid.',
    run: () => playwright('proof-screens', { files: ['screens.spec.ts', 'home.spec.ts', 'row-heights.spec.ts'] }),
  },
  ...slowParts(4),
  torture: { about: 'Orders, payments and kills on SQLite.', run: () => ours('torture') },
  'torture-mariadb': {
    needs: MARIADB,
    about: 'Orders, payments and kills on two portals of a MariaDB.',
    run: () => ours('torture', '--mariadb'),
  },
  bench: {
    needs: BROWSER,
    about: 'The bench in short: whether it measures at all.',
    run: () => ours('bench', '--only', 'get,list,create,orders', '--seconds', '1', '--rounds', '2'),
  },
}

const ours = (name: 'torture' | 'bench', ...args: string[]) =>
  check(`proof-${name}`, [join(root, 'tests', name, 'run.ts'), ...args])

/** The journeys by quarters, since all of them take hours on two cores: a part that was stopped begins anew. */
function slowParts(count: number): Record<string, Part> {
  const part = (number: number): Part => ({
    needs: BROWSER,
    about: `Journeys with a processor four times slower, ${number} of ${count}.`,
    async run() {
      const found = await playwright(`proof-slow-${number}`, {
        flags: [`--shard=${number}/${count}`],
        env: { JOURNEYS_SLOWER: '4', PROOF: '' },
      })
      keepMap()
      return found
    },
  })
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`slow-${at + 1}`, part(at + 1)]))
}
