import type { Knex } from 'knex'
import { createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await createTable(db, 'message_log', `
    id {id},
    messageNo varchar(14){ci} not null,
    medium varchar(40) not null,
    templateCode varchar(40){ci} not null,
    topic varchar(40) not null,
    toAddress varchar(254){ci} not null,
    cc varchar(500){ci},
    subject varchar(200){ci},
    body mediumtext not null,
    secrets mediumtext,
    attach mediumtext,
    ownerType varchar(30){ci},
    ownerId bigint,
    status varchar(40) not null,
    attempts bigint not null,
    nextAttemptAt varchar(24) not null,
    lockedBy varchar(60){ci},
    lockedUntil varchar(24),
    errorText varchar(255){ci},
    sentAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint message_log_messageNo_unique unique (messageNo)
  `, {
    message_log_status_nextAttemptAt: 'status, nextAttemptAt',
    message_log_toAddress: 'toAddress',
    message_log_ownerType_ownerId: 'ownerType, ownerId',
  })

  await createTable(db, 'notification', `
    id {id},
    userId int not null,
    title varchar(120){ci} not null,
    body varchar(500){ci},
    link varchar(255){ci},
    isRead tinyint(1) not null,
    readAt varchar(24),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint notification_userId_fk foreign key (userId) references user (id)
  `, {
    notification_userId_isRead: 'userId, isRead',
  })
}
