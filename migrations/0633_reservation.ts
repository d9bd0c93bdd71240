import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists reservation (
    id {id},
    orderId int not null,
    customerId int not null,
    kind varchar(40) not null,
    heldOf bigint not null,
    uses bigint not null,
    heldQty bigint not null,
    usedQty bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint reservation_orderId_kind_heldOf_unique unique (orderId, kind, heldOf),
    constraint reservation_orderId_fk foreign key (orderId) references \`order\` (id),
    constraint reservation_customerId_fk foreign key (customerId) references customer (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
