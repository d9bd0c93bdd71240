import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export const up = (db: Knex) => addColumn(db, 'order_line', 'eudDocumentId', 'int constraint order_line_eudDocumentId_fk references eud_document (id)')

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
