import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists rule_hole (
    id {id},
    kind varchar(40) not null,
    stopsOrders tinyint(1) not null,
    sbuId int,
    channelId int,
    productId int,
    employeeId int,
    message varchar(500){ci} not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint rule_hole_sbuId_fk foreign key (sbuId) references sbu (id),
    constraint rule_hole_channelId_fk foreign key (channelId) references channel (id),
    constraint rule_hole_productId_fk foreign key (productId) references products (id),
    constraint rule_hole_employeeId_fk foreign key (employeeId) references employee (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
