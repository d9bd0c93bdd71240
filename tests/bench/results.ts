import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { type Figure, table } from './figure.ts'

const FILE = join(import.meta.dirname, 'results.md')
const HEAD = `# Figures of \`npm run bench\`

What each of them is, and how it is measured, says \`tests/bench/README.md\`. Each run replaces its own section.`

/** The sections of the results, in their order. */
const SECTIONS = [
  'SQLite',
  'MariaDB',
  'Growth on SQLite',
  'Growth on MariaDB',
  'Pull on SQLite',
  'Pull on MariaDB',
  'Price round on SQLite',
  'Price round on MariaDB',
  'Reports on SQLite',
  'Reports on MariaDB',
] as const
export type Section = (typeof SECTIONS)[number]

/** The head and the table of a section: when, on what machine, under which load, measured how. */
export function sectionOf(figures: readonly Figure[], how: string): string {
  const loads = loadavg().map(load => load.toFixed(1))
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}`
  const head = `${new Date().toISOString().slice(0, 10)}, ${machine}, ${how}.`
  return `${head} Load average of the machine at the end, over 1, 5 and 15 minutes: ${loads.join(', ')}.\n\n${table(figures)}`
}

/** Writes a section into results.md; the others stay. */
export function keepSection(section: Section, text: string): void {
  const kept = existsSync(FILE) ? readFileSync(FILE, 'utf8').split(/^## /m).slice(1) : []
  const textOf = (name: Section) => {
    if (name === section) return text
    const old = kept.find(part => part.startsWith(`${name}\n`))
    return old?.slice(name.length).trim()
  }
  const parts = SECTIONS.flatMap(name => (textOf(name) ? [`## ${name}\n\n${textOf(name)}`] : []))
  writeFileSync(FILE, `${[HEAD, ...parts].join('\n\n')}\n`)
}
