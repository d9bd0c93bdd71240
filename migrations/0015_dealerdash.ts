import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'customer_target', `
    id {id},
    customerId int not null,
    sbuId int not null,
    fy varchar(4){ci} not null,
    month bigint not null,
    targetValue bigint not null,
    targetQty bigint,
    incentivePct bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint customer_target_customerId_sbuId_fy_month_unique unique (customerId, sbuId, fy, month),
    constraint customer_target_customerId_fk foreign key (customerId) references customer (id),
    constraint customer_target_sbuId_fk foreign key (sbuId) references sbu (id)
  `, {
    customer_target_sbuId: 'sbuId',
    customer_target_fy_month: 'fy, month',
  })
}
