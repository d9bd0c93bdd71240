import { useQuery } from '@tanstack/react-query'
import { Select, type SelectProps } from 'antd'
import { categoriesByParent, type PickedCategory } from '../../resources/complaints/categories-by-parent.ts'
import { complaintCategory } from '../../resources/masters/complaint-category.ts'
import { FieldRow } from '../derive/form/field-row.tsx'
import { rowsOf } from '../shell/rows.ts'

export interface Category extends PickedCategory {
  complaintType: string
  needsInvoice: boolean
  needsBatch: boolean
  needsAttachment: boolean
}

type Offered = NonNullable<SelectProps['options']>[number]

/** The categories that complaints may have now; empty until they are read. */
export function useCategories(): Category[] {
  const { data = [] } = useQuery({
    queryKey: ['masters/complaint-category', 'active'],
    queryFn: () => rowsOf(complaintCategory).all<Category>({ where: { isActive: true } }),
  })
  return data
}

/** Chooses what a complaint is about; categories stand under their parent. */
export function CategoryRow(row: {
  id: string
  label: string
  value: number | null
  error: string | undefined
  onChange: (categoryId: number) => void
}) {
  const categories = useCategories()
  return (
    <FieldRow id={row.id} label={row.label} required error={row.error}>
      {({ status, ...control }) => (
        <Select
          {...control}
          status={status ?? ''}
          showSearch
          optionFilterProp="label"
          value={row.value}
          options={categoriesByParent(categories).flatMap<Offered>(({ name, categories }) => {
            const options = categories.map(one => ({ value: one.id, label: one.name, title: one.name }))
            return name === null ? options : [{ label: name, options }]
          })}
          onChange={row.onChange}
        />
      )}
    </FieldRow>
  )
}
