import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ofServer } from '../../vite.config.ts'
import { cyclesOf, importGraph, importsIn } from '../support/import-graph.ts'

const root = join(import.meta.dirname, '..', '..')
const files = globSync('{resources,api,admin,migrations,seeds,tests}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**'],
})

const named = (file: string) => importsIn(file, readFileSync(join(root, file), 'utf8'))
const ownOf = (file: string, names: readonly string[]) =>
  names.filter(name => name.startsWith('.')).map(name => normalize(relative(root, join(root, dirname(file), name))))

/** The files a file imports, types included, as paths from the root, and the packages it imports. */
function importsOf(file: string) {
  const { loaded, later, types } = named(file)
  const names = [...loaded, ...later, ...types]
  return { own: ownOf(file, names), packages: names.filter(name => !name.startsWith('.')) }
}

/** The files that run where a file runs. */
function loadedBy(file: string) {
  const { loaded, later } = named(file)
  return ownOf(file, [...loaded, ...later]).filter(name => /\.tsx?$/.test(name))
}

const declarations = [['resources/define'], ['resources']]

/**
 * The rooms of the server and of the screens on their floors, the lowest first: a file imports from its own floor and
 * from those below. The files beside the rooms stand above all of them.
 */
const floors = {
  api: [
    ...declarations,
    ['api/platform'],
    ['api/derive'],
    ['api/files'],
    ['api/mail'],
    ['api/account'],
    ['api/outbox'],
    ['api/settings'],
    ['api/goods'],
    ['api/access-control'],
    ['api/masters'],
    ['api/channel-13-masters'],
    ['api/orders'],
    ['api/sap'],
    ['api/dispatches'],
    ['api/shipment-tracking'],
    ['api/payments'],
    ['api/simulators'],
    ['api/complaints', 'api/coa'],
    ['api/mis'],
    ['api/dealerdash', 'api/home', 'api/palette'],
    ['api'],
  ],
  admin: [
    ...declarations,
    ['admin/http', 'admin/theme'],
    ['admin/shell', 'admin/account'],
    ['admin/derive'],
    ['admin/settings', 'admin/masters', 'admin/access-control'],
    ['admin/orders'],
    ['admin/dispatches'],
    ['admin/shipment-tracking'],
    ['admin/payments'],
    ['admin/complaints', 'admin/coa'],
    ['admin/mis'],
    ['admin/dealerdash'],
    ['admin/home', 'admin/palette'],
    ['admin/frame'],
    ['admin'],
  ],
}

const advice = {
  api: 'move what both need down, or tell it as news: api/platform/news.ts',
  admin: 'move what both need down, or let the app hand it over: admin/pages.ts, admin/panels.tsx, admin/frame',
}

/** The room of a file: the longest of these paths that it lies in; a file in a folder that is no room has none. */
function roomOf(file: string, rooms: readonly string[]): string | undefined {
  const room = rooms.filter(path => file.startsWith(`${path}/`)).toSorted((a, b) => b.length - a.length)[0]
  return room && (room.includes('/') || room === 'resources' || dirname(file) === room) ? room : undefined
}

const top = (path: string) => path.split('/')[0]!

describe('the architecture of the code', () => {
  it('is checked completely: every tree has files, and their imports are found', () => {
    for (const tree of ['resources', 'api', 'admin', 'tests'])
      expect([tree, files.filter(file => top(file) === tree).length > 50]).toEqual([tree, true])
    const found = importsOf('api/app.ts')
    expect(found.own).toContain('api/rooms.ts')
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

  it('lets no file of the browser read what the build leaves out of declarations', () => {
    const reads = new RegExp(`(\\.|[{,]\\s+)(${Object.keys(ofServer).join('|')})\\b(?!:)`)
    const pages = files.filter(file => top(file) === 'admin')
    const inBrowser = new Set(pages)
    for (const file of inBrowser) for (const other of loadedBy(file)) inBrowser.add(other)
    expect(inBrowser.size).toBeGreaterThan(pages.length + 300)
    const readers = [...inBrowser].filter(file => reads.test(readFileSync(join(root, file), 'utf8')))
    // It puts them together for the server.
    expect(readers).toEqual(['resources/define/resource.ts'])
  })
  it('shows hints of declarations by hintText, for the build keeps them apart from the declarations', () => {
    const readers = files
      .filter(file => top(file) === 'admin')
      .flatMap(file => {
        const read = readFileSync(join(root, file), 'utf8').matchAll(/(hintText\()?\b(\w+)\.hint\b(?! =)/g)
        return [...read].filter(([, resolved]) => !resolved).map(([, , name]) => `${file}: ${name}`)
      })
    // A box of filters, and a row of a form, with words of their own.
    expect(readers.toSorted()).toEqual([
      'admin/dispatches/event-form.tsx: row',
      'admin/orders/order-history/filter-box.tsx: box',
    ])
  })

  it('never lets the server and the screens import each other', () => {
    for (const file of files.filter(file => top(file) === 'api')) {
      expect([file, importsOf(file).own.filter(path => top(path) === 'admin')]).toEqual([file, []])
    }
    for (const file of files.filter(file => top(file) === 'admin')) {
      expect([file, importsOf(file).own.filter(path => top(path) === 'api')]).toEqual([file, []])
    }
  })

  it('has no import cycles, dynamic imports and types included', () => {
    const graph = importGraph('{resources,api,admin,seeds,tests}/**/*.{ts,tsx,mjs,mts}', true)
    expect(graph.size).toBeGreaterThan(1000)
    expect(graph.get('admin/app.tsx')).toContain('admin/derive/screen.tsx')
    expect(cyclesOf(graph)).toEqual([])
  })

  it.each(['api', 'admin'] as const)(
    'imports in one direction in %s, types too: from its own floor and those below',
    tree => {
      const rooms = floors[tree].flat()
      const floorOf = (file: string) => floors[tree].findIndex(floor => floor.includes(roomOf(file, rooms)!))
      const sources = files.filter(file => ['resources', tree].includes(top(file)))
      expect(sources.filter(file => floorOf(file) < 0)).toEqual([])
      expect(new Set(sources.map(file => roomOf(file, rooms)))).toEqual(new Set(rooms))
      const ways = sources.flatMap(file =>
        importsOf(file)
          .own.filter(other => ['resources', tree].includes(top(other)))
          .map(other => ({ file, other, up: floorOf(other) - floorOf(file) })),
      )
      expect(ways.filter(({ up }) => up < 0).length).toBeGreaterThan(1000)
      const wrong = ways.filter(({ up }) => up > 0)
      const said = (file: string) => `${file} (floor ${floorOf(file)}, ${roomOf(file, rooms)})`
      expect(wrong.map(({ file, other }) => `${said(file)} imports ${said(other)}: ${advice[tree]}`)).toEqual([])
    },
  )

  it('lets nobody import the simulators, which are processes of their own', () => {
    for (const file of files.filter(file => top(file) === 'api' && !file.startsWith('api/simulators/')))
      expect([file, importsOf(file).own.filter(other => other.startsWith('api/simulators/'))]).toEqual([file, []])
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

  it('keeps every folder to 36 files, except those with one file per address', () => {
    const oneFileAnAddress = /^(?:api|admin|resources)\/masters$/
    const rooms = Map.groupBy(
      files.filter(file => !file.startsWith('migrations/')),
      file => dirname(file),
    )
    const crowded = [...rooms].filter(([room, found]) => found.length > 36 && !oneFileAnAddress.test(room))
    expect(rooms.size).toBeGreaterThan(60)
    expect(crowded.map(([room, found]) => `${room}: ${found.length}`)).toEqual([])
  })

  it('speaks the words that differ by database in platform and derive alone: the others are in sql-words.ts', () => {
    const forks = files.filter(
      file =>
        top(file) === 'api' && /\bisSqlite\b|julianday|datediff|strftime/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(forks.filter(file => !/^api\/(platform|derive)\//.test(file))).toEqual([])
  })

  it('imports relative files with their extension, which Node requires', () => {
    for (const file of files) {
      expect([file, importsOf(file).own.filter(path => !/\.(ts|tsx|mjs|css|json|js)$/.test(path))]).toEqual([file, []])
    }
  })
})
