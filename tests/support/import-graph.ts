import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { parseSync } from 'vite'

/** The modules a file imports: statically, dynamically, and for types only. */
export interface Imports {
  loaded: readonly string[]
  later: readonly string[]
  types: readonly string[]
}

/** The imports of a file as written. Only `import type` and `export type … from` load nothing, as in Node. */
export function importsIn(file: string, code: string): Imports {
  const { module, errors } = parseSync(file, code)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const loaded = new Set<string>()
  const types = new Set<string>()
  const add = (start: number, name: string) =>
    (/^(?:import|export)\s+type\b(?!\s*(?:,|from\b))/.test(code.slice(start, start + 200)) ? types : loaded).add(name)
  for (const { start, moduleRequest } of module.staticImports) add(start, moduleRequest.value)
  for (const { start, entries } of module.staticExports) {
    for (const { moduleRequest } of entries) if (moduleRequest) add(start, moduleRequest.value)
  }
  const later = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const quoted = /^(['"`])([^$]+)\1$/.exec(code.slice(start, end).trim())
    return quoted ? [quoted[2]!] : []
  })
  return { loaded: [...loaded], later, types: [...types] }
}

/** The files that each file of the repository imports. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** The import cycles of a graph: sets of files that all reach each other, and files that import themselves. */
export function cyclesOf(graph: ImportGraph): string[][] {
  const circles: string[][] = []
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const visit = (file: string): void => {
    index.set(file, index.size)
    low.set(file, index.get(file)!)
    open.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!index.has(next)) visit(next)
      if (open.includes(next)) low.set(file, Math.min(low.get(file)!, low.get(next)!))
    }
    if (low.get(file) !== index.get(file)) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1 || graph.get(file)?.includes(file)) circles.push(circle.sort())
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return circles.sort((a, b) => (a[0]! < b[0]! ? -1 : 1))
}

const root = join(import.meta.dirname, '..', '..')

/**
 * The imports among the files of the repository that match a pattern, dynamic ones included; those of types alone where
 * they are asked for.
 */
export function importGraph(pattern: string, withTypes = false): ImportGraph {
  const files = globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })
  return new Map(
    files.map(file => {
      const { loaded, later, types } = importsIn(file, readFileSync(join(root, file), 'utf8'))
      const named = [...loaded, ...later, ...(withTypes ? types : [])].filter(name => name.startsWith('.'))
      return [file, named.map(name => join(dirname(file), name))]
    }),
  )
}
