import type { Knex } from 'knex'
import { afterCommit } from './bell.ts'

/** What changed: rows by the path of their resource and their ids (null for many), and users who got a notification. */
export interface RecordedChange {
  rows: Readonly<Record<string, readonly number[] | null>>
  users: readonly number[]
}

type Listener = (change: RecordedChange) => void

/** The listeners of each database that this process has open; a transaction shares its configuration. */
const circles = new WeakMap<object, Set<Listener>>()

function circleOf(db: Knex): Set<Listener> {
  const circle = circles.get(db.client.config) ?? new Set<Listener>()
  circles.set(db.client.config, circle)
  return circle
}

/** Publishes a change in this process, once the transaction has committed. */
export function publishChange(trx: Knex, change: Partial<RecordedChange>): void {
  afterCommit(trx, () => {
    for (const listen of circleOf(trx)) listen({ rows: {}, users: [], ...change })
  })
}

/** Calls `listen` at every change that this process makes; returns how to stop that. */
export function onChange(db: Knex, listen: Listener): () => void {
  const circle = circleOf(db)
  circle.add(listen)
  return () => circle.delete(listen)
}
