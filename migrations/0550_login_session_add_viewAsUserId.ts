import type { Knex } from 'knex'
import { addColumn } from './ddl.ts'

export const up = (db: Knex) => addColumn(db, 'login_session', 'viewAsUserId', 'int constraint login_session_viewAsUserId_fk references user (id)')

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
