import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export const up = (db: Knex) => addColumn(db, 'order_line', 'promoCodeId', 'int constraint order_line_promoCodeId_fk references channel_product_promocode (id)')

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
