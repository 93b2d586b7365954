// The directions in which vectors differ most, by orthogonal iteration: no library, and the same
// numbers every time.

/** @typedef {Float32Array[]} Rows */

/** @param {Rows} rows */
function removeMean(rows) {
  const mean = new Float64Array(rows[0].length);
  for (const row of rows) for (let i = 0; i < mean.length; i++) mean[i] += row[i] / rows.length;
  return rows.map((row) => row.map((value, i) => value - mean[i]));
}

/** @param {Rows} rows */
function covariance(rows) {
  const size = rows[0].length;
  const sum = Array.from({ length: size }, () => new Float64Array(size));
  for (const row of rows)
    for (let i = 0; i < size; i++) {
      const line = sum[i];
      const factor = row[i];
      for (let j = 0; j <= i; j++) line[j] += factor * row[j];
    }
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) sum[j][i] = sum[i][j];
  return sum;
}

/** @param {ArrayLike<number>} a
 * @param {ArrayLike<number>} b */
function dot(a, b) {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** Each axis at right angles to those before it, and of length one.
 * @param {Float64Array[]} axes */
function straighten(axes) {
  axes.forEach((axis, at) => {
    for (let before = 0; before < at; before++) {
      const share = dot(axis, axes[before]);
      for (let i = 0; i < axis.length; i++) axis[i] -= share * axes[before][i];
    }
    const length = Math.sqrt(dot(axis, axis));
    for (let i = 0; i < axis.length; i++) axis[i] /= length;
  });
}

/** @param {Float64Array[]} matrix
 * @param {number} count */
function mainAxes(matrix, count) {
  const size = matrix.length;
  let axes = Array.from({ length: count }, (_, at) =>
    Float64Array.from({ length: size }, (_, i) => Math.sin(1 + at * size + i)),
  );
  straighten(axes);
  for (let turn = 0; turn < 60; turn++) {
    axes = axes.map((axis) => Float64Array.from(matrix, (line) => dot(line, axis)));
    straighten(axes);
  }
  return axes;
}

/** Along the main axes, without the first `skip` (they tell how common a word is, not what it means),
 * each of length one.
 * @param {Rows} rows
 * @param {number} skip
 * @param {number} keep */
export function condense(rows, skip, keep) {
  const centred = removeMean(rows);
  const axes = mainAxes(covariance(centred), skip + keep).slice(skip);
  return centred.map((row) => {
    const short = axes.map((axis) => dot(row, axis));
    const length = Math.sqrt(dot(short, short));
    return short.map((value) => value / length);
  });
}
