import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, it } from 'vitest'
import { drawMap, mapInReadme, rowsOf } from '../run/room-map.ts'

const root = join(import.meta.dirname, '..', '..')
const exclude = ['**/node_modules/**']
const trees = '{resources,api,admin,migrations,seeds,tests}'
const whys = globSync(`${trees}/**/WHY.md`, { cwd: root, exclude })
const papers = [
  'README.md',
  'CONTRIBUTING.md',
  'WORDS.md',
  'GLOSSARY.md',
  'tests/README.md',
  'tests/bench/README.md',
  ...whys,
]
const linesOf = (paper: string) => readFileSync(join(root, paper), 'utf8').split('\n')

const sources = globSync([`${trees}/**/*.{ts,tsx,mjs,css,html}`, '*.ts', 'package.json', '.npmrc'], {
  cwd: root,
  exclude,
})
const texts = sources.map(file => readFileSync(join(root, file), 'utf8'))
const words = new Set(texts.flatMap(text => text.match(/[A-Za-z_$][\w$]*/g) ?? []))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Every file and folder of the trees, and every tail of their paths: `orders/pad` and `order-pad.tsx` are two of them. */
const paths = new Set(
  globSync([`${trees}/**`, '*'], { cwd: root, exclude }).flatMap(path =>
    path.split('/').map((_, from, parts) => parts.slice(from).join('/')),
  ),
)
/** The addresses of screens and services, which are the paths of declarations. */
const addresses = new Set([...paths].map(path => path.replace(/\.tsx?$/, '')))

/** Words of a name that no source has. Before and after a left-out part («PAYMENT_<ACCOUNT>_…»), part of a word will do. */
function unknownWords(name: string): string[] {
  const cut = /<[^>]*>|…/.test(name)
  const known = (word: string) => words.has(word) || (cut && [...words].some(other => other.includes(word)))
  const parts = name.replace(/<[^>]*>|…/g, ' ').match(/[A-Za-z$][\w$]+/g) ?? []
  return parts.filter(word => !known(word))
}

/** Whether a path exists: from the root, from its paper's room, or as the end of a path in the trees. */
function isThere(path: string, room: string): boolean {
  const plain = path.replace(/\/$/, '')
  if (paths.has(plain) || paths.has(join(room, plain))) return true
  const pattern = plain.replace(/<[^>]*>|…/g, '*')
  return (
    pattern !== plain &&
    globSync([pattern, join(room, pattern), `${trees}/**/${pattern}`], { cwd: root, exclude }).length > 0
  )
}

/** What Git leaves out (`dist/…`): its files are there only after a build, so their words are looked for. */
const isMade = (name: string) =>
  readFileSync(join(root, '.gitignore'), 'utf8')
    .split('\n')
    .includes(`${name.split('/')[0]}/`)

const isFile = (name: string) =>
  /^[\w.@<>…-]+(?:\/[\w.@<>…-]+)*\.(?:tsx?|mjs|md|css|json|sha256)$/.test(name) ||
  /^(?:resources|api|admin|migrations|seeds|tests)\//.test(name)

/** Whether an address such as `/masters/products?view=7` is one of a declaration, or stands in the sources as it is. */
const isAddress = (name: string) =>
  addresses.has(name.replace(/^\/(?:api\/)?|[?#].*$/g, '')) ||
  texts.some(text => text.includes(name.replace(/\?.*$/, '')))

/** Whether a name in back-ticks is a path, an address, a command or words of this repository. */
function exists(name: string, room: string): boolean {
  // Done by the test of the recipes.
  if (name.startsWith('npx vitest run ')) return true
  const script = /^npm run ([\w:-]+)/.exec(name)?.[1]
  if (script && !scripts[script]) return false
  if (isFile(name)) return isThere(name, room)
  if (/^\/?[\w-]+(?:\/[\w<>…-]+)+(?:\?.*)?$/.test(name) && !/[<…]/.test(name) && !isMade(name))
    return isThere(name, room) || isAddress(name)
  return (!name.includes(' ') && isThere(name, room)) || unknownWords(name).length === 0
}

it('keeps each WHY.md to 60 lines of 120 characters, and CONTRIBUTING.md to 250', () => {
  const long = [...whys, 'CONTRIBUTING.md'].flatMap(paper => {
    const lines = linesOf(paper)
    const wide = lines.flatMap((line, at) =>
      line.length > 120 ? [`${paper}:${at + 1}: ${line.length} characters`] : [],
    )
    const most = paper === 'CONTRIBUTING.md' ? 250 : 60
    return lines.length > most + 1 ? [...wide, `${paper}: ${lines.length - 1} lines`] : wide
  })
  expect([whys.length > 30, long]).toEqual([true, []])
})

it('names in back-ticks of its papers only what exists', () => {
  let named = 0
  const unknown = papers.flatMap(paper => {
    let inCode = false
    return linesOf(paper).flatMap((line, at) => {
      if (line.startsWith('```')) inCode = !inCode
      if (inCode) return []
      const names = [...line.matchAll(/`([^`]+)`/g)].map(match => match[1]!)
      named += names.length
      return names.filter(name => !exists(name, dirname(paper))).map(name => `${paper}:${at + 1}: ${name}`)
    })
  })
  expect([named > 300, unknown], 'names that neither the sources nor the folders have').toEqual([true, []])
})

it('shows in README parts of declarations as they are', () => {
  const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```ts\n\/\/ (\S+)\n(.*?)^```/gms)]
  const wrong = blocks.flatMap(([, file = '', code = '']) => {
    const lines = linesOf(file)
    let at = 0
    return code.split('\n').flatMap(line => {
      const found = lines.indexOf(line, at)
      if (line === '' || line.trim() === '…') return []
      if (found < 0) return [`${file} has not, or not there: ${line}`]
      at = found + 1
      return []
    })
  })
  expect([blocks.length, wrong]).toEqual([4, []])
})

it('shows in README the map of rooms that the imports draw', () => {
  expect(mapInReadme().split('\n'), 'npm run map draws it again').toEqual(drawMap().split('\n'))
})

it('draws a room beside those that it needs itself, and rooms in a circle apart', () => {
  const needs = { sales: ['stock', 'ground', 'post'], post: ['stock', 'sales'], stock: ['ground'], ground: [] }
  expect(rowsOf(new Map(Object.entries(needs).map(([room, others]) => [room, new Set(others)])))).toEqual([
    { room: 'ground', on: [], circle: [] },
    { room: 'stock', on: ['ground'], circle: [] },
    { room: 'post', on: ['stock'], circle: ['sales'] },
    { room: 'sales', on: ['stock'], circle: ['post'] },
  ])
})
