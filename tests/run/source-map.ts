import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../api/platform/config.ts'
import { costs } from './costs.ts'
import { reports } from './verdict.ts'

/**
 * Which tests a source needs, as they ran: for each source the test files that called its functions, those first that
 * call what few others do; and for each journey the pages that it visited. The proof keeps it in tests/proof/map.json.
 */
export interface SourceMap {
  /** The test files and the processor seconds of each. */
  files: [file: string, seconds: number][]
  /** For each source, places in `files`. */
  sources: Record<string, number[]>
  journeys: { file: string; seconds: number; paths: string[] }[]
}

/** As many test files are kept for a source. */
const MOST_FILES = 16

const mapFile = join(root, 'tests', 'proof', 'map.json')

/** Where the workers write what they called, and the journeys what they visited. */
export const calledFolder = join(reports, 'called')
const visitedFolder = join(reports, 'journeys-seen', 'visited')

/** The map of the last proof. */
export function readMap(): SourceMap {
  if (!existsSync(mapFile)) return { files: [], sources: {}, journeys: [] }
  return JSON.parse(readFileSync(mapFile, 'utf8'))
}

/** Keeps what the tests just called; journeys stay as they were where none ran, and the other way round. */
export function keepMap(): void {
  const [known, files, journeys] = [readMap(), calledFiles(), visitedPages()]
  const kept: SourceMap = {
    ...(files.length > 0
      ? { files: files.map(({ file }): [string, number] => [file, secondsOf(file)]), sources: mapOf(files) }
      : { files: known.files, sources: known.sources }),
    journeys: journeys.length > 0 ? journeys : known.journeys,
  }
  const lines = Object.entries(kept).map(([key, value]) => {
    const rows = Array.isArray(value)
      ? `[\n${value.map(row => JSON.stringify(row)).join(',\n')}\n]`
      : `{\n${Object.entries(value)
          .map(([name, row]) => `${JSON.stringify(name)}:${JSON.stringify(row)}`)
          .join(',\n')}\n}`
    return `${JSON.stringify(key)}:${rows}`
  })
  writeFileSync(mapFile, `{\n${lines.join(',\n')}\n}\n`)
}

/** The functions that a test file called, by where they begin in their source. */
export interface Called {
  file: string
  called: Record<string, number[]>
}

/**
 * The test files of each source by how rarely what they call of it is called: a function that every start of the portal
 * calls says nothing, one that two files call says nearly all.
 */
export function mapOf(files: readonly Called[]): Record<string, number[]> {
  const callers = new Map<string, number>()
  for (const { called } of files)
    for (const [source, places] of Object.entries(called))
      for (const place of places) callers.set(`${source}:${place}`, (callers.get(`${source}:${place}`) ?? 0) + 1)
  const scores = new Map<string, [at: number, score: number][]>()
  for (const [at, { called }] of files.entries())
    for (const [source, places] of Object.entries(called)) {
      const score = places.reduce((total, place) => total + 1 / callers.get(`${source}:${place}`)!, 0)
      scores.set(source, [...(scores.get(source) ?? []), [at, score]])
    }
  const best = (found: [at: number, score: number][]) =>
    found
      .sort(([, a], [, b]) => b - a)
      .slice(0, MOST_FILES)
      .map(([at]) => at)
  return Object.fromEntries(
    [...scores].sort(([a], [b]) => (a < b ? -1 : 1)).map(([source, found]) => [source, best(found)]),
  )
}

function calledFiles(): Called[] {
  return readFolder<Called>(calledFolder).sort((a, b) => (a.file < b.file ? -1 : 1))
}

function visitedPages(): SourceMap['journeys'] {
  return readFolder<{ file: string; paths: string[] }>(visitedFolder).map(({ file, paths }) => ({
    file,
    seconds: secondsOf(file),
    paths,
  }))
}

function readFolder<T>(folder: string): T[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).map(name => JSON.parse(readFileSync(join(folder, name), 'utf8')))
}

function secondsOf(file: string): number {
  return Math.round((costs().find(one => one.file === file)?.seconds ?? 1) * 10) / 10
}
