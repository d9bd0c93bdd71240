import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export const up = (db: Knex) => addColumn(db, 'order_step', 'onBehalfOfId', 'int constraint order_step_onBehalfOfId_fk references user (id)')

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
