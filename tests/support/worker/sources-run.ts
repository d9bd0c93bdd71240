import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from '../../../api/platform/config.ts'

// Which functions of which sources a test file called. Imports say less: nearly all files import all of the portal. It is
// asked for by SOURCES_FOLDER, into which each test file gets its list.

const folder = process.env.SOURCES_FOLDER
const worker = globalThis as { biltyCoverage?: Session }

/** Begins to count calls in this process, once. */
export async function watchSources(): Promise<void> {
  if (!folder || worker.biltyCoverage) return
  const session = new Session()
  session.connect()
  worker.biltyCoverage = session
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
}

/** Writes down the functions called since it was last asked, by where they begin in their source. */
export async function noteSources(testFile: string): Promise<void> {
  if (!folder || !worker.biltyCoverage) return
  const { result } = await worker.biltyCoverage.post('Profiler.takePreciseCoverage')
  const called = Object.fromEntries(
    result.flatMap(({ url, functions }): [string, number[]][] => {
      const source = (url.startsWith('file:') ? fileURLToPath(url) : url).replace(/\?.*$/, '')
      if (!source.startsWith(root) || source.includes('node_modules')) return []
      const ours = functions.filter(one => one.ranges[0]!.count > 0 && !isWhole(one, functions[0]))
      return ours.length === 0 ? [] : [[source.slice(root.length + 1), ours.map(one => one.ranges[0]!.startOffset)]]
    }),
  )
  mkdirSync(folder, { recursive: true })
  const file = testFile.slice(root.length + 1)
  writeFileSync(join(folder, `${file.replaceAll('/', '~')}.json`), JSON.stringify({ file, called }))
}

type Counted = { ranges: { startOffset: number; endOffset: number }[] }

// Reading a module runs it as one function, within one that Vitest lays around it.
function isWhole(one: Counted, script: Counted | undefined): boolean {
  const length = ({ ranges }: Counted) => ranges[0]!.endOffset - ranges[0]!.startOffset
  return script !== undefined && length(one) > length(script) * 0.97
}
