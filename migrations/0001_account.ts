import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'login_session', `
    id {id},
    userId int,
    loginId varchar(60){ci} not null,
    loginAt varchar(24) not null,
    logoutAt varchar(24),
    logoutType varchar(40),
    ip varchar(45){ci} not null,
    userAgent varchar(255){ci},
    result varchar(40) not null,
    refreshTokenHash varchar(64){ci},
    lastSeenAt varchar(24),
    viewAsUserId int,
    viewAsUntil varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint login_session_userId_fk foreign key (userId) references user (id),
    constraint login_session_viewAsUserId_fk foreign key (viewAsUserId) references user (id)
  `, {
    login_session_userId_loginAt: 'userId, loginAt',
    login_session_loginId_loginAt: 'loginId, loginAt',
    login_session_loginAt: 'loginAt',
    login_session_refreshTokenHash: 'refreshTokenHash',
    login_session_ip_loginAt: 'ip, loginAt',
  })

  await createTable(db, 'one_time_code', `
    id {id},
    userId int not null,
    purpose varchar(40) not null,
    target varchar(254){ci} not null,
    codeHash varchar(64){ci} not null,
    expiresAt varchar(24) not null,
    tries bigint not null,
    usedAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint one_time_code_userId_fk foreign key (userId) references user (id)
  `, {
    one_time_code_userId_purpose: 'userId, purpose',
  })
}
