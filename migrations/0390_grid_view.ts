import type { Knex } from 'knex'
import { ddl } from './ddl.ts'

export const up = (db: Knex) => ddl(db, `
  create table if not exists grid_view (
    id {id},
    userId int not null,
    grid varchar(80){ci} not null,
    name varchar(60){ci} not null,
    scope varchar(40) not null,
    roleId int,
    isDefault tinyint(1) not null,
    state mediumtext not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint grid_view_userId_grid_name_unique unique (userId, grid, name),
    constraint grid_view_userId_fk foreign key (userId) references user (id),
    constraint grid_view_roleId_fk foreign key (roleId) references role (id)
  ){options}`)

export const down = () => Promise.reject(new Error('Migrations only go forward: restore the backup'))
