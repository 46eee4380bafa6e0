// The sum of the weights while they are typed. The server reckons it again when the page is saved.

const form = document.getElementById("rubric");
const sum = form?.querySelector("[data-sum]");

function reckon() {
  let total = 0;
  for (const field of form.querySelectorAll("[data-weight]")) {
    const line = field.closest("li");
    const gone = line.querySelector("input[type=checkbox]")?.checked;
    if (!gone && !line.matches(".g-hidden")) total += Number(field.value) || 0;
  }
  sum.textContent = total;
}
if (sum) form.addEventListener("input", reckon);
