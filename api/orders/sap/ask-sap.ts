import type { Knex } from 'knex'
import { question } from '../../platform/news.ts'

/** Whether SAP has an order under a number. Asked outside a transaction; throws 503 while SAP cannot be asked. */
export const sapHasOrder = question<[db: Knex, sapOrderNo: string], Promise<boolean>>('Has SAP this order?')
