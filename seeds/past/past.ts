import type { Knex } from 'knex'
import { executeAction } from '../../api/derive/save/actions.ts'
import type { Config } from '../../api/platform/config.ts'
import type { Resource } from '../../resources/define/resource.ts'
import { callerNamed } from '../orders.ts'
import type { SeedWriter } from '../seed-writer.ts'
import type { Diary } from './diary.ts'
import type { PodPicture } from './pod-pictures.ts'

/** What everybody of the past works with. */
export interface Past extends Pick<Config, 'home' | 'secret'> {
  trx: Knex
  rows: SeedWriter
  diary: Diary
  pictures: Readonly<Record<PodPicture, Buffer>>
}

/** Takes an action on a row, or on a list as a whole, as a person of the demo company. */
export async function act(
  { trx, rows }: Pick<Past, 'trx' | 'rows'>,
  login: string,
  resource: object,
  action: string,
  row: { id: number; rowVersion: number } | null,
  input: object = {},
) {
  const body = { action, asked: input, ...(row && { rows: [{ id: row.id, rowVersion: row.rowVersion }] }) }
  return executeAction(trx as Knex.Transaction, resource as Resource, body, await callerNamed(trx, rows, login))
}
