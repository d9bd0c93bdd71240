import type { Person } from '../../../api/derive/rights/person.ts'
import { today } from '../../../api/platform/clock.ts'
import type { Resource } from '../../../resources/define/resource.ts'
import { rolesDeciding } from '../../../resources/orders/approvals/approvers-by-step.ts'
import { resourceNamed } from '../../../resources/registry.ts'
import type { Role } from '../../../resources/roles.ts'
import type { Scope } from '../../../resources/scopes.ts'
import type { ApprovalStep } from '../../../resources/trade.ts'
import type { GrantInput } from '../grants.ts'
import type { RightsWorld, WorldRow } from './rights-world.ts'

/** The person who reads, without the rules that the portal compiled for them. */
export type RightsReader = Omit<Person, 'ability' | 'team' | 'headsCluster' | 'held' | 'company'> & {
  held: readonly GrantInput[]
}
type Ids = ReadonlySet<unknown>

/** Masters whose rows belong to a customer, and are changed by whoever reads them in their scope. */
const ofCustomers = ['customer-contact', 'customer-item-codes', 'frequently-purchased-items']

/** The row scopes in plain JavaScript over rows in memory, an independent check of the SQL scopes of the portal. */
export class RightsModel {
  readonly #world: RightsWorld
  constructor(world: RightsWorld) {
    this.#world = world
  }

  #rows = (name: string, test: (row: WorldRow) => unknown): WorldRow[] =>
    this.#world.get(name)!.filter(row => test(row))
  #ids = (name: string, test: (row: WorldRow) => unknown, column = 'id'): Ids =>
    new Set(this.#rows(name, test).map(row => row[column]))
  #row = (name: string, id: unknown) => this.#world.get(name)!.find(row => row.id === id)

  /** The ids of a scope such as `myCustomers/SALES_REP` of a rule. */
  scope(scope: Scope, who: RightsReader, role: Role): Ids {
    switch (scope) {
      case 'ownCustomer':
        return this.#ids('customer', ({ id }) => id === who.customerId)
      case 'ownTransporter':
        return this.#ids('transporter', ({ id }) => id === who.transporterId)
      case 'mySbus':
        return this.#mySbus(who, role)
      case 'myPlants':
        return this.#myPlants(who, role)
      case 'myCustomers':
        return this.#myCustomers(who, role)
      case 'billsOfMyPlants': {
        const lrs = this.#ids('lr', ({ plantId }) => this.#myPlants(who, role).has(plantId))
        const billed = this.#ids('transporter-bill-line', ({ lrId }) => lrs.has(lrId), 'transporterBillId')
        return this.#ids('transporter-bill', ({ id, createdById }) => billed.has(id) || createdById === who.id)
      }
      case 'cnfsOfMyPlants':
        return this.#ids('cnf', ({ plantId }) => this.#myPlants(who, role).has(plantId))
      case 'ordersOfMyPlants':
        return this.#ids('order-line', ({ plantId }) => this.#myPlants(who, role).has(plantId), 'orderId')
      case 'ordersOfMySbus':
        return this.#ids('order', ({ sbuId }) => this.#mySbus(who, role).has(sbuId))
      case 'ordersOfMyCustomers': {
        const buyer = role === 'DISTRIBUTOR' ? 'soldToId' : 'customerId'
        return this.#ids(
          'order',
          row =>
            this.liesIn(resourceNamed('order'), row, buyer, 'myCustomers', who, role) ||
            (role.startsWith('SALES') && row.placedById === who.id),
        )
      }
      case 'ordersIDecide':
        return this.#ids(
          'approval-task',
          task => task.assigneeUserId === who.id || task.actedById === who.id || this.#mayDecide(task, who.id),
          'orderId',
        )
      case 'ordersAskedOfMe':
        return this.#ids('approval-task', task => task.actedById === who.id || this.#mayDecide(task, who.id), 'orderId')
      case 'papersAskedOfMe': {
        const asked = this.scope('ordersAskedOfMe', who, role)
        return this.#ids('order-line', ({ orderId }) => asked.has(orderId), 'eudDocumentId')
      }
      case 'ordersOfMyCluster':
        return this.#ids('order', order => this.#isInMyCluster(order, who, role))
      case 'invoicesOfMyCluster':
        return this.#ids('invoice', invoice => this.#isInMyCluster(invoice, who, role))
      case 'customersOfMySbus':
        return this.#ids(
          'customer-department-map',
          ({ isActive, departmentId }) =>
            isActive && this.#mySbus(who, role).has(this.#row('department', departmentId)!.sbuId),
          'customerId',
        )
      case 'openComments':
        return this.#ids('order-comment', ({ isInternal }) => !isInternal)
      case 'invoicesInMyScope':
        return this.#ids('invoice', invoice => this.#reachesInvoice(invoice, who, role))
      case 'shipmentsOfMyCustomers':
        return this.#ids('shipment', ({ lrId, customerId }) => {
          const carried = this.#rows('lr-line', line => line.lrId === lrId)
          const sbuOf = ({ invoiceId, deliveryId }: WorldRow) =>
            (this.#row('invoice', invoiceId) ?? this.#row('sap-delivery', deliveryId))?.sbuId
          const sbuIds = new Set<unknown>(carried.map(sbuOf).filter(sbuId => sbuId !== undefined))
          return this.#accountsOf(who, role).some(
            account => account.customerId === customerId && (sbuIds.size === 0 || sbuIds.has(account.sbuId)),
          )
        })
      case 'countingPods':
        return this.#ids('pod', ({ releasedNo }) => Number(releasedNo) === 0)
      case 'lrsInMyScope':
        return this.#ids('lr', lr => this.#reachesLr(lr, who, role))
      case 'tripsInMyScope':
        return this.#ids('trip', ({ plantId, transporterId }) =>
          who.transporterId === null ? this.#myPlants(who, role).has(plantId) : transporterId === who.transporterId,
        )
      case 'lrsSentToMe':
        return this.#ids('shipment', ({ customerId }) => customerId !== null && customerId === who.customerId, 'lrId')
      case 'certificatesOfMyGoods': {
        const own = this.#ids('order', ({ customerId }) => customerId === who.customerId)
        const ownLines = this.#ids('order-line', ({ orderId }) => own.has(orderId))
        const billed = this.#ids(
          'invoice',
          row =>
            !row.isCancelled &&
            row.invoiceType === 'INVOICE' &&
            (row.soldToId === who.customerId || own.has(row.orderId)),
        )
        const counting = this.#ids('invoice', row => !row.isCancelled && row.invoiceType === 'INVOICE')
        const lines = this.#rows(
          'invoice-line',
          row => billed.has(row.invoiceId) || (counting.has(row.invoiceId) && ownLines.has(row.orderLineId)),
        )
        return this.#ids('coa-document', certificate =>
          lines.some(
            line =>
              line.productId === certificate.productId && line.batchNo !== null && line.batchNo === certificate.batchNo,
          ),
        )
      }
      case 'sigmaLrsIFollow':
        return this.#ids('lr', lr => this.#followsSigmaLr(lr, who))
      case 'complaintsInMyScope':
        return this.#ids('complaint', complaint => this.#reachesComplaint(complaint, who, role))
      case 'disputesInMyScope':
        return this.#ids('ar-dispute', dispute => this.#reachesDispute(dispute, who, role))
      case 'contractsIssuedToMe':
        return this.#ids(
          'rate-contract-customer',
          ({ customerId, isActive, status }) => isActive && customerId === who.customerId && status !== 'DRAFT',
        )
      case 'annexuresIssuedToMe':
        return this.#ids(
          'customer-annexure',
          ({ customerId, isActive, status }) =>
            isActive && customerId === who.customerId && ['ISSUED', 'ACCEPTED'].includes(status as string),
        )
      case 'peopleOfMySide':
        return this.#ids('user', ({ userType, customerId, transporterId }) => {
          if (who.userType === 'EMPLOYEE') return true
          if (who.userType === 'PARTNER_SITE') return !['EMPLOYEE', 'SYSTEM'].includes(userType as string)
          return who.userType === 'TRANSPORTER'
            ? who.transporterId !== null && transporterId === who.transporterId
            : who.customerId !== null && customerId === who.customerId
        })
      case 'myself':
        return new Set([who.id])
      case 'libraryDocuments':
        return this.#ids('attachment', ({ ownerType }) => ownerType === 'LIBRARY')
      case 'channelOfMyPriceList':
        return this.#ids('customer', row => row.id === who.customerId && row.priceListVisible, 'channelId')
      case 'sbusThatSellToMe': {
        const selling = this.#ids(
          'customer-department-map',
          ({ isActive, customerId }) => isActive && customerId === who.customerId,
          'departmentId',
        )
        return this.#ids('department', ({ id }) => selling.has(id), 'sbuId')
      }
      case 'documentsForMe':
        return this.#ids(
          'attachment',
          ({ ownerType, ownerId, withdrawnAt, validTo, audience }) =>
            ownerType === 'LIBRARY' &&
            ownerId === null &&
            withdrawnAt === null &&
            (validTo === null || (validTo as string) >= today()) &&
            ((audience ?? []) as string[]).includes(role),
        )
      case 'bannersForMe': {
        const mine = ['CUSTOMER', 'DISTRIBUTOR', 'TRANSPORTER'].includes(role) ? role : 'EMPLOYEE'
        return this.#ids('banner', ({ audience }) => audience === 'ALL' || audience === mine)
      }
    }
  }

  /** Whether a field of a row lies in a scope; a row that knows its SBU lies in the account of its customer in that SBU. */
  liesIn(resource: Resource, row: WorldRow, field: string, scope: Scope, who: RightsReader, role: Role): boolean {
    const way = wayTo(resource, 'SBU')
    if (scope !== 'myCustomers' || !role.startsWith('SALES') || !way)
      return this.scope(scope, who, role).has(row[field])
    const ofAll = row[way.field] === null
    // A product that is not complete yet has no SBU, and so lies in nobody's account.
    const sbuId = ofAll ? null : this.#sbuOf(row, way)
    return this.#accountsOf(who, role).some(
      account => account.customerId === row[field] && (ofAll || account.sbuId === sbuId),
    )
  }

  #sbuOf(row: WorldRow, { field, through }: Way): unknown {
    if (!through) return row[field]
    const next = this.#row(through, row[field])
    return next && this.#sbuOf(next, wayTo(resourceNamed(through), 'SBU')!)
  }

  /** Whether one of the grants that a rule's `granted/FINANCE/own` names covers a row; common rows are own in no master. */
  isGranted(resource: Resource, row: WorldRow, who: RightsReader, marker: string): boolean {
    const [, role, rowsAre] = marker.split('/')
    const isCommon = rowsAre === 'common' || resource.kind !== 'master' || ofCustomers.includes(resource.name)
    return who.held.some(grant => grant.role === role && this.#liesIn(resource, row, grant, isCommon))
  }

  #liesIn(resource: Resource, row: WorldRow, grant: GrantInput, isCommon: boolean): boolean {
    const way = wayTo(resource, grant.scopeType as Place)
    if (!way || (row[way.field] === null && resource.fields[way.field]!.optional)) return isCommon
    return this.#isAt(row, way, grant)
  }

  #isAt(row: WorldRow, { field, through }: Way, grant: GrantInput): boolean {
    const type = grant.scopeType as Place
    const next = this.#row(through ?? type.toLowerCase(), row[field])
    if (!next) return false
    return through ? this.#isAt(next, wayTo(resourceNamed(through), type)!, grant) : next.code === grant.scopeRef
  }

  #mySbus({ employeeId, held }: RightsReader, role: Role): Ids {
    const grants = held.filter(grant => grant.role === role)
    const toSbus = grants.length > 0 && grants.every(({ scopeType }) => scopeType === 'SBU')
    const refs = grants.map(({ scopeRef }) => scopeRef)
    return this.#ids(
      'sbu-employee-map',
      row =>
        row.employeeId === employeeId &&
        countsToday(row) &&
        (!toSbus || refs.includes(this.#row('sbu', row.sbuId)!.code as string)),
      'sbuId',
    )
  }

  #myPlants({ plantId, held }: RightsReader, role: Role): Ids {
    const grants = held.filter(grant => grant.role === role)
    const all = grants.some(({ scopeType }) => scopeType === 'ALL')
    const refs = grants.flatMap(({ scopeType, scopeRef }) => (scopeType === 'PLANT' ? [scopeRef] : []))
    return this.#ids('plant', ({ id, code }) => all || id === plantId || refs.includes(code as string))
  }

  #myCustomers(who: RightsReader, role: Role): Ids {
    if (who.customerId !== null) return this.scope('ownCustomer', who, role)
    if (role === 'DISPATCH') {
      const orders = this.scope('ordersOfMyPlants', who, role)
      return this.#ids('order', ({ id }) => orders.has(id), 'customerId')
    }
    return new Set(this.#accountsOf(who, role).map(({ customerId }) => customerId))
  }

  #accountsOf(who: RightsReader, role: Role): { customerId: unknown; sbuId: unknown }[] {
    const keepers = role === 'SALES_MANAGER' ? this.#teamOf(who.employeeId) : [who.employeeId]
    const sbuIds = this.#mySbus(who, role)
    return this.#rows(
      'customer-department-map',
      ({ isActive, salesEmployeeId }) => isActive && keepers.includes(salesEmployeeId as number),
    )
      .map(({ customerId, departmentId }) => ({ customerId, sbuId: this.#row('department', departmentId)!.sbuId }))
      .filter(({ sbuId }) => sbuIds.has(sbuId))
  }

  /** The employee and those below them through eight levels. */
  #teamOf(head: number | null): (number | null)[] {
    let level = [head]
    const team = new Set(level)
    for (let depth = 0; depth < 8; depth++) {
      level = this.#rows('employee', ({ managerId }) => managerId !== null && level.includes(managerId as number)).map(
        ({ id }) => id,
      )
      for (const id of level) team.add(id)
    }
    return [...team]
  }

  /** Whether an open task waits for a user; `api/orders/approvals/deciders.ts` is the SQL for it. */
  #mayDecide(task: WorldRow, userId: number): boolean {
    const user = this.#row('user', userId)
    const order = this.#row('order', task.orderId)!
    const sbu = this.#row('sbu', order.sbuId)!
    if (!user || !this.#works(user) || task.status !== 'PENDING' || !this.#isAsked(task, user, sbu)) return false
    const isStarter = task.starterEmployeeId !== null && task.starterEmployeeId === user.employeeId
    if (task.step !== 'ACCEPTANCE' && (order.placedById === userId || isStarter)) return false
    return this.#mayDecideHere(task, user, sbu)
  }

  /** Whether a user decides in the queue of a task for its SBU, by role, as head, or as final approver. */
  #mayDecideHere(task: WorldRow, { id, employeeId }: WorldRow, sbu: WorldRow): boolean {
    const deciding: readonly string[] = rolesDeciding[task.step as ApprovalStep]
    if (sbu.headEmployeeId !== null && sbu.headEmployeeId === employeeId) return true
    const [final] = this.#rows('app-setting', ({ key, isActive }) => key === 'approval.final_approver' && isActive)
    const named = this.#rows('employee', ({ employeeCode }) => employeeCode === final?.value)
    if (task.rule === 'FINAL_APPROVER' && named.some(chief => chief.id === employeeId)) return true
    return this.#heldHere(id, sbu).some(row => deciding.includes(this.#row('role', row.roleId)!.code as string))
  }

  /** Whether the login is active, and the employee, who has not left. */
  #works({ isActive, employeeId }: WorldRow): boolean {
    const staff = employeeId === null ? null : this.#row('employee', employeeId)
    const stays =
      !staff || (staff.isActive && (staff.dateOfLeaving === null || (staff.dateOfLeaving as string) >= today()))
    return Boolean(isActive && stays)
  }

  #isAsked(task: WorldRow, user: WorldRow, sbu: WorldRow): boolean {
    const names = this.#standsFor(user, task, sbu)
    const several = this.#rows('task-assignee', row => row.approvalTaskId === task.id && names.has(row.userId))
    if (names.has(task.assigneeUserId) || names.has(task.escalatedToUserId) || several.length > 0) return true
    if (task.assigneeCustomerId !== null && task.assigneeCustomerId === user.customerId) return true
    const worksThere = this.#rows(
      'sbu-employee-map',
      row => row.employeeId === user.employeeId && row.sbuId === sbu.id && countsToday(row),
    )
    return worksThere.length > 0 && this.#heldHere(user.id, sbu).some(row => row.roleId === task.assigneeRoleId)
  }

  #heldToday = (userId: number) => this.#rows('assign-roles', row => row.userId === userId && countsToday(row))

  #heldHere = (userId: number, sbu: WorldRow) =>
    this.#heldToday(userId).filter(row => row.scopeType !== 'SBU' || row.scopeRef === sbu.code)

  /** The user and those whose delegate they are today, and who could decide themselves. */
  #standsFor({ id, employeeId }: WorldRow, task: WorldRow, sbu: WorldRow): Ids {
    const away = this.#ids(
      'employee',
      ({ delegateEmployeeId, delegateFrom, delegateTo }) =>
        employeeId !== null &&
        delegateEmployeeId === employeeId &&
        delegateFrom !== null &&
        delegateTo !== null &&
        (delegateFrom as string) <= today() &&
        (delegateTo as string) >= today(),
    )
    const principals = this.#rows(
      'user',
      user => away.has(user.employeeId) && this.#works(user) && this.#mayDecideHere(task, user, sbu),
    )
    return new Set([id, ...principals.map(user => user.id)])
  }

  #isInMyCluster(document: WorldRow, who: RightsReader, role: Role): boolean {
    const city = this.#row('state-city', this.#row('ship-to', document.shipToId)?.cityId)
    if (!city || !this.#mySbus(who, role).has(document.sbuId)) return false
    const inForce = this.#rows('cluster-mapping', ({ isActive, sbuId }) => isActive && sbuId === document.sbuId)
    const named = inForce.filter(({ cityId }) => cityId === city.id)
    const responsible = named.length > 0 ? named : inForce.filter(({ cityId }) => cityId === null)
    return responsible.some(
      ({ zoneAreaId, headEmployeeId }) => zoneAreaId === city.zoneAreaId && headEmployeeId === who.employeeId,
    )
  }

  #reachesInvoice(invoice: WorldRow, who: RightsReader, role: Role): boolean {
    if (role === 'DISPATCH') return this.#myPlants(who, role).has(invoice.plantId)
    if (role === 'TRANSPORTER') {
      const lrs = this.#lrsOf(invoice)
      return this.#rows('lr', ({ id }) => lrs.has(id)).some(lr => lr.transporterId === who.transporterId)
    }
    if (role === 'CSC_AGENT' || role === 'EUD_APPROVER') return this.#mySbus(who, role).has(invoice.sbuId)
    if (role === 'SALES_MANAGER' && this.#isInMyCluster(invoice, who, role)) return true
    return this.liesIn(resourceNamed('invoice'), invoice, 'soldToId', 'myCustomers', who, role)
  }

  #followsSigmaLr(lr: WorldRow, who: RightsReader): boolean {
    if (lr.businessLine !== 'SIGMA') return false
    const customers = this.#ids('shipment', ({ lrId }) => lrId === lr.id, 'sigmaCustomerId')
    if (who.customerId !== null)
      return this.#rows('sigma-customers', ({ id, isActive }) => isActive && customers.has(id)).some(
        ({ linkedCustomerId }) => linkedCustomerId === who.customerId,
      )
    const maps = this.#rows('employee-sigma-map', map => map.isActive && map.employeeId === who.employeeId)
    return maps.some(
      ({ sigmaCustomerId, plantCode }) =>
        (sigmaCustomerId !== null && customers.has(sigmaCustomerId)) ||
        (plantCode !== null && plantCode === lr.sigmaPlantCode),
    )
  }

  #reachesComplaint(complaint: WorldRow, who: RightsReader, role: Role): boolean {
    const { customerId, complaintType: type, sbuId, plantId } = complaint
    if (role === 'CUSTOMER' || role === 'DISTRIBUTOR') return customerId === who.customerId
    if (role.startsWith('SALES'))
      return this.liesIn(resourceNamed('complaint'), complaint, 'customerId', 'myCustomers', who, role)
    if (role === 'CSC_AGENT') return this.#mySbus(who, role).has(sbuId)
    if (role === 'QA') return type === 'PRODUCT_QUALITY'
    return ['DELIVERY', 'DAMAGE', 'SHORT_SUPPLY'].includes(type as string) && this.#myPlants(who, role).has(plantId)
  }

  #reachesDispute(dispute: WorldRow, who: RightsReader, role: Role): boolean {
    const { customerId, disputeType, sbuId, plantId } = dispute
    if (role === 'CUSTOMER' || role === 'DISTRIBUTOR') return customerId === who.customerId
    if (role.startsWith('SALES'))
      return this.liesIn(resourceNamed('ar-dispute'), dispute, 'customerId', 'myCustomers', who, role)
    if (role === 'CSC_AGENT') return this.#mySbus(who, role).has(sbuId)
    return disputeType === 'FREIGHT' && this.#myPlants(who, role).has(plantId)
  }

  #reachesLr(lr: WorldRow, who: RightsReader, role: Role): boolean {
    if (who.transporterId !== null) return lr.transporterId === who.transporterId
    if (this.#followsSigmaLr(lr, who)) return true
    if (role === 'DISPATCH') return this.#myPlants(who, role).has(lr.plantId)
    const lines = this.#rows('lr-line', ({ lrId }) => lrId === lr.id)
    return lines.some(({ invoiceId, deliveryId }) =>
      invoiceId === null
        ? deliveryId !== null && this.#reachesDelivery(this.#row('sap-delivery', deliveryId)!, who, role)
        : this.#reachesInvoice(this.#row('invoice', invoiceId)!, who, role),
    )
  }

  #reachesDelivery(delivery: WorldRow, who: RightsReader, role: Role): boolean {
    if (role === 'CUSTOMER' || role === 'DISTRIBUTOR') return delivery.soldToId === who.customerId
    if (role === 'CSC_AGENT' || role === 'EUD_APPROVER') return this.#mySbus(who, role).has(delivery.sbuId)
    if (!role.startsWith('SALES')) return false
    if (role === 'SALES_MANAGER' && this.scope('ordersOfMyCluster', who, role).has(delivery.orderId)) return true
    return this.liesIn(resourceNamed('sap-delivery'), delivery, 'soldToId', 'myCustomers', who, role)
  }

  /** The LRs with goods that an invoice bills: those it was booked on, and those whose own invoice counts no longer. */
  #lrsOf(invoice: WorldRow): ReadonlySet<unknown> {
    const goods = this.#ids('invoice-line-goods', ({ invoiceId }) => invoiceId === invoice.id, 'deliveryLineId')
    const lines = this.#ids('lr-line-item', ({ deliveryLineId }) => goods.has(deliveryLineId), 'lrLineId')
    const isFree = ({ invoiceId }: WorldRow) => invoiceId === null || this.#row('invoice', invoiceId)!.isCancelled
    return this.#ids('lr-line', line => line.invoiceId === invoice.id || (lines.has(line.id) && isFree(line)), 'lrId')
  }
}

const countsToday = ({ isActive, validFrom, validTo }: WorldRow) =>
  isActive && (validFrom as string) <= today() && (validTo as string) >= today()

type Place = 'SBU' | 'ZONE' | 'CHANNEL' | 'PLANT'
interface Way {
  field: string
  through?: string
}

/** The fields by which a row has an SBU, zone, channel or plant, the nearest first. */
const nearest: Record<Place, readonly Way[]> = {
  SBU: [
    { field: 'sbuId' },
    { field: 'orderId', through: 'order' },
    { field: 'invoiceId', through: 'invoice' },
    { field: 'departmentId', through: 'department' },
    { field: 'productId', through: 'products' },
  ],
  ZONE: [
    { field: 'zoneId' },
    { field: 'zoneAreaId', through: 'zone-area' },
    { field: 'shipToId', through: 'ship-to' },
    { field: 'orderId', through: 'order' },
    { field: 'customerId', through: 'customer' },
    { field: 'soldToId', through: 'customer' },
    { field: 'invoiceId', through: 'invoice' },
  ],
  CHANNEL: [
    { field: 'channelId' },
    { field: 'orderId', through: 'order' },
    { field: 'customerId', through: 'customer' },
    { field: 'soldToId', through: 'customer' },
    { field: 'invoiceId', through: 'invoice' },
  ],
  PLANT: [{ field: 'plantId' }],
}

/** The path of a resource to a place. Customers and addresses take the zone of their city; required columns come before optional ones. */
function wayTo({ name, fields }: Resource, place: Place): Way | undefined {
  if (place === 'ZONE' && (name === 'customer' || name === 'ship-to')) return { field: 'cityId', through: 'state-city' }
  const had = nearest[place].filter(({ field }) => field in fields)
  return had.find(({ field }) => !fields[field]!.optional) ?? had[0]
}
