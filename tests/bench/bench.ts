import type { Figure } from './figure.ts'
import type { Answering } from './processes.ts'
import type { Named } from './rows.ts'

/** The options of the benchmark. */
export interface Bench {
  ours: Answering
  bare: Answering
  /** The addresses of their databases. */
  databases: { ours: string; bare: string }
  /** Another product with the same rows, where one is measured beside. */
  keystone: Answering | undefined
  token: string
  named: Named
  rows: number
  seconds: number
  rounds: number
  /** Whether speeds count the processor time of a server instead of the time that passes. */
  byProcessor: boolean
  home: string
  /** Whether Lighthouse is fetched and rates the screens. */
  lighthouse: boolean
  say(figure: Figure): void
}
