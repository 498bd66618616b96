// Cells of one CSV row → one line of JSON, by the types of the columns.

/** The type of a column's values. `json`: JSON arrays and objects. */
export type ColumnType = 'string' | 'int' | 'float' | 'bool' | 'timestamp' | 'json';

const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** One column, prepared for printing. */
export interface Column {
  /** `"Name":` */
  key: string;
  type: ColumnType;
}

/** Prints a row as a JSON object. @param cells one for each column */
export function printRow(columns: readonly Column[], cells: readonly string[]): string {
  let text = '{';
  for (let index = 0; index < columns.length; index += 1) {
    const column = columns[index]!;
    text += index === 0 ? column.key : `,${column.key}`;
    text += printCell(cells[index]!, column.type);
  }
  return `${text}}`;
}

/** Prints a cell as JSON. An empty cell is null; a cell that does not match its type becomes a string, which keeps its text and shows the mismatch. */
function printCell(cell: string, type: ColumnType): string {
  if (cell === '') return 'null';
  switch (type) {
    case 'string':
      return JSON.stringify(cell);
    case 'bool':
      return cell === 'true' || cell === 'false' ? cell : JSON.stringify(cell);
    case 'json':
      return isJson(cell) ? cell : JSON.stringify(cell);
    case 'int':
    case 'float':
    case 'timestamp':
      return NUMBER.test(cell) ? cell : JSON.stringify(cell);
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
