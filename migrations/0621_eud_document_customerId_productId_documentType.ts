import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists eud_document_customerId_productId_documentType on eud_document (customerId, productId, documentType)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
