import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../api/platform/config.ts'
import { recipesIn, type Tried, write } from '../run/recipes.ts'
import { withinSeconds } from '../support/limits.ts'

// What the recipes of CONTRIBUTING say is done in a copy of the sources, all seven in one; then what they promise is run
// once, and each is held to the tests that it names. The guard leaves out, and the proof does: types, all of
// tests/resources, and the routes as every role.

const recipes = recipesIn(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8'))
const copy = mkdtempSync(join(tmpdir(), 'bilty-recipes-'))
const parts = ['admin', 'api', 'resources', 'migrations', 'seeds', 'tests', 'knexfile.ts', 'biome.json', '.gitignore']
const settings = [
  'package.json',
  'tsconfig.json',
  'vitest.config.ts',
  'vite.config.ts',
  'CONTRIBUTING.md',
  'README.md',
  'WORDS.md',
  'GLOSSARY.md',
]

interface Test {
  fullName: string
  status: string
  failureMessages?: string[]
}

/** Runs a script of ours or of a package in the copy, and returns what it said unless it ended well. */
async function inCopy(...args: string[]): Promise<string> {
  const env = { ...process.env, VITEST: undefined, VITEST_MODE: undefined, TEST_STAGE: undefined, NODE_ENV: 'test' }
  const child = spawn(process.execPath, args, { cwd: copy, env })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => (said += part))
  const [code] = await once(child, 'close')
  return code === 0 ? '' : said || `ended with ${code}`
}

/** The tests of these files that have one of these words in their titles, with what became of them. */
async function tests(project: string, files: readonly string[], words: readonly string[]) {
  const report = join(copy, `${project}.json`)
  const named = words.length > 0 ? ['-t', words.join('|')] : []
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...files, '--project', project, ...named]
  await inCopy(...vitest, '--reporter=json', `--outputFile.json=${report}`)
  const read: { testResults: { name: string; message: string; assertionResults: Test[] }[] } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  return read.testResults.flatMap(({ name, message, assertionResults }) => [
    ...(message ? [{ file: name, fullName: 'did not load', status: 'failed', failureMessages: [message] }] : []),
    ...assertionResults.map(test => ({ ...test, file: name })),
  ])
}

let found: Awaited<ReturnType<typeof tests>>
let form: string

/** What goes over everything that is declared, and is quick. */
const general: readonly Tried[] = [
  { project: 'api', file: 'tests/api/home/menu.test.ts', words: 'in at most nine lines' },
  { project: 'api', file: 'tests/api/abuse/routes.test.ts', words: 'is listed in this suite' },
  ...['registry', 'matrix', 'access-matrix', 'words', 'architecture', 'every-process', 'who-opens-screens'].map(
    name => ({ project: 'resources', file: `tests/resources/${name}.test.ts`, words: '' }),
  ),
]

beforeAll(async () => {
  for (const part of [...parts, ...settings]) cpSync(join(root, part), join(copy, part), { recursive: true })
  // The papers are held where they are, and what they say is done once.
  for (const name of ['recipes', 'papers']) rmSync(join(copy, `tests/resources/${name}.test.ts`))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const recipe of recipes) {
    for (const part of recipe.parts) write(copy, part)
    const files = [...new Set(recipe.parts.map(({ file }) => file))]
    form = await inCopy('node_modules/@biomejs/biome/bin/biome', 'check', '--write', ...files)
    expect(form, recipe.title).toBe('')
    if (recipe.printsMigration) expect(await inCopy('api/derive/print-migration.ts'), recipe.title).toBe('')
  }
  const tried = [...general, ...recipes.flatMap(recipe => recipe.tried)]
  const of = (name: string) => tried.filter(({ project }) => project === name)
  const files = (name: string) => [...new Set(of(name).map(({ file }) => file))]
  found = [
    ...(await tests('resources', files('resources'), [])),
    ...(await tests(
      'api',
      files('api'),
      of('api').map(({ words }) => words),
    )),
  ]
}, withinSeconds(240))
afterAll(() => rmSync(copy, { recursive: true, force: true }))

const failuresIn = (of: typeof found) =>
  of.filter(({ status }) => status === 'failed').map(one => [one.fullName, one.failureMessages?.[0]?.slice(0, 800)])
const by = ({ file, words }: Tried) => found.filter(one => one.file.includes(file) && one.fullName.includes(words))

it('there are seven, each tried by a command', () => {
  expect(recipes.map(({ title }) => title)).toEqual([
    ...['A master', 'A rule', 'A report', 'A command', 'A process', 'A page', 'An oddity of the simulated SAP'],
  ])
  for (const { title, tried } of recipes) expect(tried, title).not.toEqual([])
})

describe.each(recipes.map(recipe => [recipe.title, recipe] as const))('the recipe of %s', (_, { tried }) => {
  it.each(tried)('gives what its command finds, and that is green: $file $words', asked => {
    const own = by(asked)
    expect(own.filter(({ status }) => status === 'passed').length, 'tests that ran').toBeGreaterThan(0)
    expect(failuresIn(own)).toEqual([])
  })
})

it.each(general)('leaves green what goes over everything: $file', asked => {
  expect(by(asked).some(({ status }) => status === 'passed')).toBe(true)
  expect(failuresIn(by(asked))).toEqual([])
})

describe('all recipes together', { tags: ['proof'] }, () => {
  it(
    'have no fault of types',
    async () => {
      expect(await inCopy('node_modules/typescript/bin/tsc', '-p', '.')).toBe('')
    },
    withinSeconds(300),
  )

  it(
    'are held by every rule and every route',
    async () => {
      const rules = await tests('resources', [], [])
      const routes = await tests('api', ['tests/api/abuse/routes.test.ts', 'tests/api/abuse/canary.test.ts'], [])
      expect(failuresIn([...rules, ...routes])).toEqual([])
    },
    withinSeconds(900),
  )
})
