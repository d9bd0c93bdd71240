import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cyclesOf, importGraph, importsIn } from '../support/import-graph.ts'

const root = join(import.meta.dirname, '..', '..')
const files = globSync('{resources,api,admin,migrations,seeds,tests}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
})

/** The files a file imports, types included, as paths from the root, and the packages it imports. */
function importsOf(file: string) {
  const { loaded, later, types } = importsIn(file, readFileSync(join(root, file), 'utf8'))
  const named = [...loaded, ...later, ...types]
  const own = named
    .filter(name => name.startsWith('.'))
    .map(name => normalize(relative(root, join(root, dirname(file), name))))
  return { own, packages: named.filter(name => !name.startsWith('.')) }
}

/** The folders of declarations and of the server, in order: a file imports from its own folder and those before it. */
const rooms = [
  'resources/define',
  'resources',
  'api/platform',
  'api/derive',
  'api/files',
  'api/mail',
  'api/account',
  'a domain',
  'api',
]

function roomOf(file: string): string {
  const known = rooms.filter(room => file.startsWith(`${room}/`)).toSorted((a, b) => b.length - a.length)[0]
  return known === 'api' && dirname(file) !== 'api' ? 'a domain' : known!
}

const top = (path: string) => path.split('/')[0]!

describe('the architecture of the code', () => {
  it('is checked completely: every tree has files, and their imports are found', () => {
    for (const tree of ['resources', 'api', 'admin', 'tests'])
      expect([tree, files.filter(file => top(file) === tree).length > 50]).toEqual([tree, true])
    const found = importsOf('api/app.ts')
    expect(found.own).toContain('api/platform/config.ts')
    expect(found.packages).toContain('@feathersjs/koa')
    expect(files.filter(file => importsOf(file).own.length > 0).length).toBeGreaterThan(files.length / 2)
  })

  it('keeps resources pure: they import resources alone, and no package', () => {
    for (const file of files.filter(file => top(file) === 'resources')) {
      const { own, packages } = importsOf(file)
      expect([file, own.filter(path => top(path) !== 'resources'), packages]).toEqual([file, [], []])
    }
  })

  it('lets screens know commands by their types alone: a declaration brings its resources into the bundle', () => {
    for (const file of files.filter(file => top(file) === 'admin')) {
      const { loaded, later } = importsIn(file, readFileSync(join(root, file), 'utf8'))
      expect([
        file,
        [...loaded, ...later].filter(name => /\/resources\/.*[/-]commands(?:\/[^/]+)?\.ts$/.test(name)),
      ]).toEqual([file, []])
    }
  })

  it('never lets the server and the screens import each other', () => {
    for (const file of files.filter(file => top(file) === 'api')) {
      expect([file, importsOf(file).own.filter(path => top(path) === 'admin')]).toEqual([file, []])
    }
    for (const file of files.filter(file => top(file) === 'admin')) {
      expect([file, importsOf(file).own.filter(path => top(path) === 'api')]).toEqual([file, []])
    }
  })

  it('has no import cycles, dynamic imports included', () => {
    const graph = importGraph('{resources,api,admin,seeds,tests}/**/*.{ts,tsx,mjs,mts}')
    expect(graph.size).toBeGreaterThan(1000)
    expect(graph.get('admin/app.tsx')).toContain('admin/derive/screen.tsx')
    expect(cyclesOf(graph)).toEqual([])
  })

  it('imports in one direction, types too: words, declarations, platform, derive, files, mail, account, domains, app', () => {
    const sources = files.filter(file => ['resources', 'api'].includes(top(file)))
    const ways = sources.flatMap(file =>
      importsOf(file)
        .own.filter(other => /^(resources|api)\//.test(other))
        .map(other => ({ file, other, up: rooms.indexOf(roomOf(other)) - rooms.indexOf(roomOf(file)) })),
    )
    expect(new Set(sources.map(roomOf))).toEqual(new Set(rooms))
    expect(ways.filter(({ up }) => up < 0).length).toBeGreaterThan(1000)
    expect(ways.filter(({ up }) => up > 0)).toEqual([])
  })

  it('opens Knex by force in one file, which a test holds to its release', () => {
    const opening = files.filter(file => importsOf(file).packages.some(name => name.startsWith('knex/lib/')))
    expect(opening.filter(file => !file.endsWith('.d.ts'))).toEqual(['api/platform/knex/knex-inside.ts'])
  })

  it('keeps migrations free of resources, so that they stay as they were generated', () => {
    for (const file of files.filter(file => top(file) === 'migrations')) {
      expect([file, importsOf(file).own.filter(path => top(path) !== 'migrations')]).toEqual([file, []])
    }
  })

  it('keeps files private before it reads the settings that say where they lie, whatever is started', () => {
    const started = files.filter(file => readFileSync(join(root, file), 'utf8').includes('readConfig(process.env)'))
    const ours = started.filter(file => ['api', 'seeds'].includes(top(file)))
    expect(ours).toEqual(expect.arrayContaining(['api/main.ts', 'api/check.ts', 'api/seed.ts']))
    const open = ours.filter(
      file => !/keepFilesPrivate\(\)[\s\S]*readConfig\(process\.env\)/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(open).toEqual([])
  })

  it('describes in README every environment variable that it reads', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const read = ['api/platform/config.ts', 'api/platform/clock.ts'].flatMap(file => [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /\benv(?:\.|, ')([A-Z_]{4,})|\b(SAP_(?:USER|PASSWORD|CLIENT)):/g,
      ),
    ])
    const names = new Set(read.map(match => match[1] ?? match[2]!))
    expect(names.size).toBeGreaterThan(15)
    expect([...names].filter(name => !readme.includes(`\`${name}\``))).toEqual([])
  })

  it('has folders at most four segments deep, named by nouns and verbs, never by layers', () => {
    const layers = /\/(services|hooks|components|utils|helpers|lib|common|shared)\//
    expect(files.filter(file => file.split('/').length > 4 || layers.test(file))).toEqual([])
  })

  it('keeps every folder to forty files, except those with one file per address', () => {
    const oneFileAnAddress = /^(?:api|admin|resources)\/masters$/
    const rooms = Map.groupBy(
      files.filter(file => !file.startsWith('migrations/')),
      file => dirname(file),
    )
    const crowded = [...rooms].filter(([room, found]) => found.length > 40 && !oneFileAnAddress.test(room))
    expect(rooms.size).toBeGreaterThan(60)
    expect(crowded.map(([room, found]) => `${room}: ${found.length}`)).toEqual([])
  })

  it('imports relative files with their extension, which Node requires', () => {
    for (const file of files) {
      expect([file, importsOf(file).own.filter(path => !/\.(ts|tsx|mjs|css|json|js)$/.test(path))]).toEqual([file, []])
    }
  })
})
