import type { Knex } from 'knex'
import { addColumn, createTable } from './ddl.ts'

export { down } from './ddl.ts'

export async function up(db: Knex) {
  await addColumn(db, 'transporter_mapping', 'freeHours', `bigint`)

  await addColumn(db, 'lr', 'lateBillReason', `varchar(255){ci}`)

  await createTable(db, 'transporter_bill', `
    id {id},
    billRef varchar(14){ci} not null,
    transporterId int not null,
    billNo varchar(20){ci} not null,
    fy varchar(4){ci} not null,
    releasedNo bigint not null,
    billDate varchar(10) not null,
    baseAmount bigint not null,
    gtaTaxMode varchar(40) not null,
    gstAmount bigint not null,
    totalAmount bigint not null,
    reverseCharge bigint not null,
    attachmentId int not null,
    status varchar(40) not null,
    isPodRequired tinyint(1) not null,
    isTaxAccepted tinyint(1) not null,
    deductionAmount bigint not null,
    debitNoteNo varchar(16){ci},
    tdsAmount bigint not null,
    approvedById int,
    approvedOn varchar(10),
    sapInvoiceDoc varchar(10){ci},
    paymentRef varchar(40){ci},
    paidOn varchar(10),
    rejectReason varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint transporter_bill_billRef_unique unique (billRef),
    constraint transporter_bill_transporterId_billNo_fy_releasedNo_unique unique (transporterId, billNo, fy, releasedNo),
    constraint transporter_bill_transporterId_fk foreign key (transporterId) references transporter (id),
    constraint transporter_bill_attachmentId_fk foreign key (attachmentId) references attachment (id),
    constraint transporter_bill_approvedById_fk foreign key (approvedById) references user (id)
  `, {
    transporter_bill_transporterId_billDate: 'transporterId, billDate',
    transporter_bill_status_billDate: 'status, billDate',
    transporter_bill_attachmentId: 'attachmentId',
  })

  await createTable(db, 'transporter_bill_line', `
    id {id},
    transporterBillId int not null,
    lrId int not null,
    releasedNo bigint not null,
    billedFreight bigint not null,
    billedOther bigint not null,
    expectedFreight bigint not null,
    expectedOther bigint not null,
    variance bigint not null,
    isMatched tinyint(1) not null,
    isAccepted tinyint(1) not null,
    acceptedAmount bigint,
    remarks varchar(255){ci},
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint transporter_bill_line_lrId_releasedNo_unique unique (lrId, releasedNo),
    constraint transporter_bill_line_transporterBillId_fk foreign key (transporterBillId) references transporter_bill (id),
    constraint transporter_bill_line_lrId_fk foreign key (lrId) references lr (id)
  `, {
    transporter_bill_line_transporterBillId: 'transporterBillId',
  })

  await createTable(db, 'carting_charge', `
    id {id},
    lrId int not null,
    chargeType varchar(40) not null,
    vendorName varchar(60){ci} not null,
    voucherNo varchar(20){ci} not null,
    fy varchar(4){ci} not null,
    lineNo bigint not null,
    releasedNo bigint not null,
    voucherDate varchar(10) not null,
    amount bigint not null,
    attachmentId int,
    gateInAt varchar(24),
    gateOutAt varchar(24),
    status varchar(40) not null,
    approvalReason varchar(255){ci},
    approvedById int,
    decidedAt varchar(24),
    remarks varchar(255){ci},
    adjustedOn varchar(10),
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint carting_charge_vendorName_voucherNo_fy_lineNo_releasedNo_unique unique (vendorName, voucherNo, fy, lineNo, releasedNo),
    constraint carting_charge_lrId_fk foreign key (lrId) references lr (id),
    constraint carting_charge_attachmentId_fk foreign key (attachmentId) references attachment (id),
    constraint carting_charge_approvedById_fk foreign key (approvedById) references user (id)
  `, {
    carting_charge_lrId: 'lrId',
    carting_charge_status_voucherDate: 'status, voucherDate',
    carting_charge_attachmentId: 'attachmentId',
  })

  await createTable(db, 'freight_adjustment', `
    id {id},
    cartingChargeId int not null,
    lrId int not null,
    lrLineId int not null,
    invoiceLineId int,
    adjustedOn varchar(10) not null,
    amount bigint not null,
    rowVersion int not null,
    createdAt varchar(24) not null,
    createdById int,
    updatedAt varchar(24) not null,
    updatedById int,
    constraint freight_adjustment_cartingChargeId_fk foreign key (cartingChargeId) references carting_charge (id),
    constraint freight_adjustment_lrId_fk foreign key (lrId) references lr (id),
    constraint freight_adjustment_lrLineId_fk foreign key (lrLineId) references lr_line (id),
    constraint freight_adjustment_invoiceLineId_fk foreign key (invoiceLineId) references invoice_line (id)
  `, {
    freight_adjustment_lrId: 'lrId',
    freight_adjustment_lrLineId: 'lrLineId',
    freight_adjustment_invoiceLineId: 'invoiceLineId',
    freight_adjustment_adjustedOn: 'adjustedOn',
    freight_adjustment_cartingChargeId: 'cartingChargeId',
  })
}
