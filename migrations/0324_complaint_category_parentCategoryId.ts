import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `create index if not exists complaint_category_parentCategoryId on complaint_category (parentCategoryId)`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
