/** Placeholder rows of the same height as real ones. */
export const GridWaiting = ({ rows, cells }: { rows: number; cells: number }) =>
  Array.from({ length: rows }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
    <tr key={row} className="is-waiting">
      {Array.from({ length: cells }, (_, cell) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
        <td key={cell}>
          <span className="skeleton" />
        </td>
      ))}
    </tr>
  ))
