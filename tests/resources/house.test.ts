import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const files = globSync('{resources,api,admin,migrations,seeds,tests}/**/*.{ts,tsx}', { cwd: root })

/** The files a file imports, from the root, and the packages it imports. */
function importsOf(file: string) {
  const text = readFileSync(join(root, file), 'utf8')
  const named = [
    ...text.matchAll(/^\s*(?:import|export|\}).*?(?:from\s+|import\s+)'([^']+)'|import\('([^']+)'\)/gm),
  ].map(match => match[1] ?? match[2]!)
  const own = named
    .filter(name => name.startsWith('.'))
    .map(name => normalize(relative(root, join(root, dirname(file), name))))
  return { own, packages: named.filter(name => !name.startsWith('.')) }
}

const top = (path: string) => path.split('/')[0]!

describe('the house stands as it was planned', () => {
  it('keeps resources pure: they import resources alone, and no package', () => {
    for (const file of files.filter(file => top(file) === 'resources')) {
      const { own, packages } = importsOf(file)
      expect([file, own.filter(path => top(path) !== 'resources'), packages]).toEqual([file, [], []])
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

  it('keeps migrations free of resources, so that they stay as they were printed', () => {
    for (const file of files.filter(file => top(file) === 'migrations')) {
      expect([file, importsOf(file).own.filter(path => top(path) !== 'migrations')]).toEqual([file, []])
    }
  })

  it('tells in README of every variable of the environment that it reads', () => {
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

  it('names no file in README or CONTRIBUTING that is not there', () => {
    const named = ['README.md', 'CONTRIBUTING.md'].flatMap(paper => [
      ...readFileSync(join(root, paper), 'utf8').matchAll(/`([\w./-]+\.(?:tsx?|mjs|md))`/g),
    ])
    const gone = named
      .map(match => match[1]!)
      .filter(name => globSync([name, `{admin,api}/**/${name}`], { cwd: root }).length === 0)
    expect([named.length > 20, gone]).toEqual([true, []])
  })

  it('has rooms at most four segments deep, named by nouns and verbs, never by layers', () => {
    const layers = /\/(services|hooks|components|utils|helpers|lib|common|shared)\//
    expect(files.filter(file => file.split('/').length > 4 || layers.test(file))).toEqual([])
  })

  it('keeps every room to forty files, but for those with one file an address', () => {
    const oneFileAnAddress = /^(?:api|admin|resources)\/masters$/
    const rooms = Map.groupBy(
      files.filter(file => !file.startsWith('migrations/')),
      file => dirname(file),
    )
    const crowded = [...rooms].filter(([room, found]) => found.length > 40 && !oneFileAnAddress.test(room))
    expect(rooms.size).toBeGreaterThan(60)
    expect(crowded.map(([room, found]) => `${room}: ${found.length}`)).toEqual([])
  })

  it('names a relative file with its ending, for Node resolves nothing', () => {
    for (const file of files) {
      expect([file, importsOf(file).own.filter(path => !/\.(ts|tsx|mjs|css|json|js)$/.test(path))]).toEqual([file, []])
    }
  })
})
