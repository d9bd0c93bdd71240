import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'import_word', `
    id {id},
    importType varchar(80){ci} not null,
    about varchar(100){ci} not null,
    word varchar(120){ci} not null,
    written varchar(120){ci} not null,
    meaning varchar(100){ci} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint import_word_importType_about_word_unique unique (importType, about, word)
  `)
}
