import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'lr_package', `
    id {id},
    lrId int not null,
    count bigint not null,
    lengthCm bigint not null,
    breadthCm bigint not null,
    heightCm bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint lr_package_lrId_fk foreign key (lrId) references lr (id)
  `, {
    lr_package_lrId: 'lrId',
  })
}
