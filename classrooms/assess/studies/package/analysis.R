# The analysis of a study, computed a second time, independently of analysis.py.
#
# Usage: Rscript analysis.R [FOLDER]. It needs R 4 and no further package. It reads people.csv, answers.csv,
# experience.csv, games.csv and plan.csv, computes every number of the report, and compares them with numbers.csv.
#
# Model: score at a test = arm + score before + stratum, by ordinary least squares. Standard errors are robust to teams
# with the small-sample correction CR2 of Bell and McCaffrey (2002). Degrees of freedom are computed by Satterthwaite's
# way, as in Pustejovsky and Tipton (2018). Everybody stays in the arm that the lot gave (intention to treat).

FEWEST_TEAMS <- 3      # With fewer teams in an arm, no interval is given.
FEWEST_FREEDOM <- 2.5  # With fewer degrees of freedom, no interval is given.
TOLERANCE <- 1e-6
NOTHING <- 1e-9        # A smaller spread is the rounding of equal values.

given <- commandArgs(trailingOnly = TRUE)
folder <- if (length(given)) given[1] else "."

# A file as a data frame of texts.
table_of <- function(name) {
  read.csv(file.path(folder, name), colClasses = "character", na.strings = character(0), check.names = FALSE,
           encoding = "UTF-8")
}

plan <- table_of("plan.csv")
planned <- function(name) plan$value[plan$name == name]
arms <- planned("arm")
moments <- planned("moment")
people <- table_of("people.csv")
of_people <- function(rows) rows[rows$person %in% people$person, , drop = FALSE]
answers <- of_people(table_of("answers.csv"))
experience <- of_people(table_of("experience.csv"))
games <- of_people(table_of("games.csv"))

persons <- people$person
arm_of <- match(people$arm, arms)
unit_of <- ifelse(people$team == "", paste("person", persons), people$team)
is_right <- as.numeric(answers$right)

numbers <- list()
put <- function(..., value) {
  if (length(value) == 1 && is.finite(value)) numbers[[paste(..., sep = ".")]] <<- as.numeric(value)
}

# Right answers of each person at a test; NA without an answer.
raw <- function(moment, theme = NULL) {
  rows <- answers$moment == moment & (if (is.null(theme)) TRUE else answers$theme == theme)
  sums <- rowsum(is_right[rows], answers$person[rows])
  as.numeric(sums[match(persons, rownames(sums)), 1])
}

# The form of the test that each person has at a moment.
form_at <- function(moment) {
  place <- (match(moment, moments) - 1) %% 2 + 1
  substr(people$order, place, place)
}

# Mean equating: right answers by which form A is easier than form B, over the tests before and after.
shift_of <- function(theme = NULL) {
  parts <- sapply(moments[1:2], function(moment) {
    found <- split(raw(moment, theme), factor(form_at(moment), c("A", "B")))
    found <- lapply(found, function(each) each[!is.na(each)])
    sizes <- lengths(found)
    if (all(sizes > 0)) c(mean(found$A) - mean(found$B), prod(sizes) / sum(sizes)) else c(0, 0)
  })
  if (sum(parts[2, ]) > 0) sum(parts[1, ] * parts[2, ]) / sum(parts[2, ]) else 0
}

# Right answers of each person on the scale of form A.
scores_of <- function(moment, theme = NULL) {
  raw(moment, theme) + ifelse(form_at(moment) == "B", shift_of(theme), 0)
}

# The coefficient of the last column with its standard error CR2 and degrees of freedom. Columns that depend on others
# are left out; NA if the last one does.
regression <- function(outcome, columns, unit) {
  last <- ncol(columns)
  chosen <- qr(columns, tol = 1e-6)
  if (!last %in% chosen$pivot[seq_len(chosen$rank)]) return(c(NA, NA, NA))
  design <- columns[, sort(chosen$pivot[seq_len(chosen$rank)]), drop = FALSE]
  last <- ncol(design)
  bread <- chol2inv(qr.R(qr(design)))
  hat <- design %*% bread %*% t(design)
  residual <- diag(length(outcome)) - hat
  left <- as.numeric(residual %*% outcome)
  weight <- bread[, last]
  parts <- lapply(split(seq_along(outcome), unit), function(rows) {
    own <- eigen(residual[rows, rows, drop = FALSE], symmetric = TRUE)
    kept <- own$values > 1e-8
    vectors <- own$vectors[, kept, drop = FALSE]
    root <- vectors %*% (t(vectors) / sqrt(own$values[kept]))
    pulls <- as.numeric(root %*% design[rows, , drop = FALSE] %*% weight)
    list(total = sum(pulls * left[rows]), direction = residual[, rows, drop = FALSE] %*% pulls)
  })
  variance <- sum(sapply(parts, function(part) part$total)^2)
  spread <- crossprod(do.call(cbind, lapply(parts, function(part) part$direction)))
  expected <- sum(diag(spread))
  c(sum(weight * crossprod(design, outcome)), sqrt(variance),
    if (expected > TOLERANCE * bread[last, last]) expected^2 / sum(spread^2) else NA)
}

# The columns of the model for these people, with the arm to compare as the last one.
columns_of <- function(rows, before, arm) {
  columns <- list(rep(1, sum(rows)))
  for (other in setdiff(seq_along(arms)[-1], arm)) columns <- c(columns, list(as.numeric(arm_of[rows] == other)))
  if (!is.null(before)) {
    scores <- before[rows]
    missing <- is.na(scores)
    if (sum(!missing) > 1) {
      columns <- c(columns, list(ifelse(missing, mean(scores[!missing]), scores)))
      if (any(missing)) columns <- c(columns, list(as.numeric(missing)))
    }
  }
  for (stratum in unique(people$stratum[rows])[-1]) {
    columns <- c(columns, list(as.numeric(people$stratum[rows] == stratum)))
  }
  do.call(cbind, c(columns, list(as.numeric(arm_of[rows] == arm))))
}

# The numbers by arm after the first: the adjusted difference, Hedges' g, both with 95 % intervals.
compare <- function(part, outcome, before) {
  rows <- !is.na(outcome)
  sizes <- tabulate(arm_of[rows], length(arms))
  if (sizes[1] < 2) return(invisible())
  within <- sum(rows) - sum(sizes > 0)
  spread <- sqrt(sum((outcome[rows] - ave(outcome[rows], arm_of[rows]))^2) / within)
  correction <- 1 - 3 / (4 * within - 1)
  for (arm in which(sizes >= 2)[-1]) {
    found <- regression(outcome[rows], columns_of(rows, before, arm), unit_of[rows])
    if (is.na(found[1])) next
    teams <- min(sapply(c(1, arm), function(each) length(unique(unit_of[rows & arm_of == each]))))
    put(part, arms[arm], "difference", value = found[1])
    put(part, arms[arm], "people", value = sum(rows))
    put(part, arms[arm], "teams", value = teams)
    put(part, arms[arm], "freedom", value = found[3])
    if (spread > NOTHING) put(part, arms[arm], "g", value = correction * found[1] / spread)
    if (teams < FEWEST_TEAMS || is.na(found[3]) || found[3] < FEWEST_FREEDOM) next
    limits <- found[1] + c(-1, 1) * qt(0.975, found[3]) * found[2]
    put(part, arms[arm], "error", value = found[2])
    put(part, arms[arm], "low", value = limits[1])
    put(part, arms[arm], "high", value = limits[2])
    if (spread > NOTHING) {
      put(part, arms[arm], "g_low", value = correction * limits[1] / spread)
      put(part, arms[arm], "g_high", value = correction * limits[2] / spread)
    }
  }
}

flow <- function() {
  for (arm in seq_along(arms)) {
    put("flow", arms[arm], "drawn", value = sum(arm_of == arm))
    put("teams", arms[arm], value = length(unique(unit_of[arm_of == arm])))
    for (moment in moments) put("flow", arms[arm], moment, value = sum(!is.na(raw(moment)[arm_of == arm])))
  }
}

means <- function() {
  most <- as.numeric(planned("items"))
  for (arm in seq_along(arms)) {
    for (moment in moments) {
      found <- scores_of(moment)[arm_of == arm]
      found <- found[!is.na(found)]
      put("mean", arms[arm], moment, value = mean(found))
      put("sd", arms[arm], moment, value = sd(found))
    }
    before <- scores_of(moments[1])[arm_of == arm]
    after <- scores_of(moments[2])[arm_of == arm]
    both <- !is.na(before) & !is.na(after)
    if (!any(both)) next
    gain <- mean(after[both]) - mean(before[both])
    put("gain", arms[arm], value = gain)
    put("both", arms[arm], value = sum(both))
    spread <- function(scores) sqrt(mean((scores - mean(scores))^2))
    if (sum(both) > 2 && spread(before[both]) > NOTHING && spread(after[both]) > NOTHING) {
      put("correlation", arms[arm], value = cor(before[both], after[both]))
    }
    room <- most - mean(before[both])
    if (room > NOTHING) put("normalised_gain", arms[arm], value = gain / room)
  }
  put("equating", "shift", value = shift_of())
}

effects <- function() {
  for (moment in moments) {
    before <- if (moment == moments[1]) NULL else scores_of(moments[1])
    compare(paste("effect", moment, sep = "."), scores_of(moment), before)
  }
}

themes <- function() {
  for (theme in setdiff(unique(answers$theme), "")) {
    compare(paste("theme", theme, sep = "."), scores_of(moments[2], theme), scores_of(moments[1], theme))
  }
}

# The difference if everybody who is missing after had the lowest score seen in one arm and the highest in the other.
bounds <- function() {
  after <- scores_of(moments[2])
  missing <- is.na(after)
  if (all(missing) || !any(missing)) return(invisible())
  ends <- range(after, na.rm = TRUE)
  everybody <- rep(TRUE, length(after))
  for (arm in seq_along(arms)[-1]) {
    columns <- columns_of(everybody, scores_of(moments[1]), arm)
    for (end in 1:2) {
      filled <- ifelse(missing, ifelse(arm_of == arm, ends[end], ends[3 - end]), after)
      put("bound", arms[arm], c("low", "high")[end], value = regression(filled, columns, unit_of)[1])
    }
  }
}

# KR-20 of each form at each test, from the shares of right answers.
reliability <- function() {
  for (moment in moments) for (form in c("A", "B")) {
    rows <- answers$moment == moment & answers$form == form
    items <- unique(answers$item[rows])
    grid <- matrix(NA, length(persons), length(items), dimnames = list(persons, items))
    grid[cbind(answers$person[rows], answers$item[rows])] <- is_right[rows]
    grid <- grid[rowSums(is.na(grid)) == 0, , drop = FALSE]
    count <- nrow(grid)
    if (count < 2 || length(items) < 2) next
    share <- colMeans(grid)
    totals <- rowSums(grid)
    whole <- mean((totals - mean(totals))^2)
    if (whole <= NOTHING) next
    alpha <- length(items) / (length(items) - 1) * (1 - sum(share * (1 - share)) / whole)
    put("reliability", form, moment, value = alpha)
  }
}

# Mean confidence and share of right answers, in percent, where both were given.
calibration <- function() {
  arm <- people$arm[match(answers$person, persons)]
  for (moment in moments) for (key in arms) {
    rows <- answers$moment == moment & arm == key & answers$confidence != ""
    if (!any(rows)) next
    put("confidence", key, moment, value = mean(as.numeric(answers$confidence[rows])))
    put("right", key, moment, value = 100 * mean(is_right[rows]))
  }
}

# Mean agreement (1 to 5) by dimension: first each person's mean, then the arm's.
experiences <- function() {
  rows <- experience[experience$value != "", , drop = FALSE]
  for (key in arms) for (dimension in unique(rows$dimension)) {
    own <- rows[rows$dimension == dimension & people$arm[match(rows$person, persons)] == key, , drop = FALSE]
    if (!nrow(own)) next
    each <- vapply(split(as.numeric(own$value), own$person), mean, 0)
    put("experience", key, dimension, value = mean(each))
    put("experience_people", key, dimension, value = length(each))
  }
}

# Exploration: standardised slope of the gain on a measure of the game, among those who played.
relations <- function() {
  gain <- scores_of(moments[2]) - scores_of(moments[1])
  for (measure in planned("relation")) {
    own <- games[games[[measure]] != "", , drop = FALSE]
    values <- as.numeric(own[[measure]][match(persons, own$person)])
    rows <- !is.na(values) & !is.na(gain)
    if (sum(rows) < 5 || sd(values[rows]) <= NOTHING || sd(gain[rows]) <= NOTHING) next
    found <- regression(as.numeric(scale(gain[rows])), cbind(1, as.numeric(scale(values[rows]))), unit_of[rows])
    put("relation", measure, "people", value = sum(rows))
    put("relation", measure, "slope", value = found[1])
    if (is.na(found[3]) || found[3] < FEWEST_FREEDOM) next
    limits <- found[1] + c(-1, 1) * qt(0.975, found[3]) * found[2]
    put("relation", measure, "low", value = limits[1])
    put("relation", measure, "high", value = limits[2])
  }
}

for (part in list(flow, means, effects, themes, bounds, reliability, calibration, experiences, relations)) part()

rows <- table_of("numbers.csv")
stored <- setNames(as.numeric(rows$value), rows$name)
in_words <- function(value) if (is.null(value)) "absent" else if (is.na(value)) "nan" else sprintf("%.9f", value)
sorted <- function(names) sort(unique(names), method = "radix")

for (name in sorted(names(numbers))) cat(sprintf("%-48s %.6f\n", name, numbers[[name]]))
wrong <- 0
for (name in sorted(c(names(numbers), names(stored)))) {
  one <- numbers[[name]]
  other <- if (name %in% names(stored)) stored[[name]] else NULL
  same <- !is.null(one) && !is.null(other) && isTRUE(abs(one - other) <= TOLERANCE * max(1, abs(one)))
  if (same) next
  wrong <- wrong + 1
  cat(sprintf("DIFFERENT %s: computed %s, in numbers.csv %s\n", name, in_words(one), in_words(other)))
}
cat(sprintf("%d numbers, %d different from numbers.csv\n", length(numbers), wrong))
quit(status = if (wrong) 1 else 0)
